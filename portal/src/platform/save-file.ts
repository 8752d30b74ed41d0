/** Hands the browser a file to keep, as if a link to it had been pressed. */
export function saveFile(name: string, base64: string, type: string): void {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const address = URL.createObjectURL(new Blob([bytes], { type }))
  const link = document.createElement("a")
  link.href = address
  link.download = name
  link.click()
  // A browser that saves it a moment later still needs it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
