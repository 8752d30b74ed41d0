/** SHELL-3: the first and the last four characters; what is too short to hide anything is hidden whole. */
export function maskedIdcard(idcard: string): string {
  const hidden = idcard.length - 8
  if (hidden <= 0) return "*".repeat(idcard.length)
  return idcard.slice(0, 4) + "*".repeat(hidden) + idcard.slice(-4)
}
