/**
 * A ref of the content: `named` is its class while the page in it has a heading of its own. `:has` would do it alone, in browsers that
 * know it. Observers are called before anything is painted, so that no title is seen twice.
 */
export function watchOwnHeading(content: HTMLElement | null, named: string, crumbs: string): () => void {
  function look(): void {
    const headings = content?.querySelectorAll("h1") ?? []
    content?.classList.toggle(
      named,
      Array.from(headings).some((heading) => heading.closest(`.${crumbs}`) === null),
    )
  }
  const observer = new MutationObserver(look)
  if (content) observer.observe(content, { childList: true, subtree: true })
  look()
  return () => observer.disconnect()
}
