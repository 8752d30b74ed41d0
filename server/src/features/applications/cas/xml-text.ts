const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
}

/** What XML 1.0 has no way to write, not even as a reference, and half of a pair of surrogates. */
const impossible =
  // oxlint-disable-next-line no-control-regex -- that is what it looks for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** As text of an element or of an attribute. */
export function xmlText(text: string): string {
  return text
    .replaceAll(impossible, "\ufffd")
    .replaceAll(/[&<>"']/g, (found) => entities[found] ?? "")
    .replaceAll("\r", "&#13;")
}
