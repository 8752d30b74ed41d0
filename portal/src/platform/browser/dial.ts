/** Hands a number to what makes calls on this device. The page stays where it is. */
export function dial(phone: string): void {
  location.assign(`tel:${phone}`)
}
