/**
 * Whether this browser shows a PDF inside of a page. Phones and tablets do not, or only its first page; there it opens in a
 * tab of its own.
 */
export function showsPdf(): boolean {
  if (window.matchMedia?.("(pointer: coarse)").matches) return false
  const { pdfViewerEnabled, mimeTypes } = navigator as Partial<Pick<Navigator, "pdfViewerEnabled">> &
    Pick<Navigator, "mimeTypes">
  // Browsers of before 2022 say it by their plugins.
  return pdfViewerEnabled ?? (mimeTypes as MimeTypeArray | undefined)?.namedItem("application/pdf") != null
}
