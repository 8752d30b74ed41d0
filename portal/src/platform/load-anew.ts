/** The whole document, with the policy that the server sends along now. */
export function loadAnew(): void {
  window.location.reload()
}
