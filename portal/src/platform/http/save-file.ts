const xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

/** Downloads a workbook, as if a link to it had been pressed. */
export function saveXlsx(name: string, base64: string): void {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  save(name, new Blob([bytes], { type: xlsx }))
}

export function saveCsv(name: string, csv: string): void {
  save(name, new Blob([csv], { type: "text/csv;charset=utf-8" }))
}

function save(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement("a")
  link.href = address
  link.download = name
  link.click()
  // Some browsers save it a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
