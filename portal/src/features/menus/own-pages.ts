/** The portal's own pages, as app/ knows them: what a menu may lead to. */
export interface OwnPages {
  /** Those with an address of their own, in the order of the table of routes. */
  readonly list: readonly { readonly path: string; readonly title: string }[]
  readonly has: (path: string) => boolean
}

let pages: OwnPages = { list: [], has: () => true }

export function keepOwnPages(known: OwnPages): void {
  pages = known
}

export function ownPages(): OwnPages {
  return pages
}
