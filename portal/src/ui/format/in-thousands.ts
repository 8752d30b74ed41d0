/** A whole number as people read it, 12,345. The browser's own formatter costs 30 ms on its first use. */
export function inThousands(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",")
}
