import { ImportKind } from "@uc/contract/imports/import-kinds"
import { Cursor } from "@uc/contract/core/wire"
import { z } from "zod"
import { openItem, pageAt, urlFilters, view } from "../../page-kit/list/url-filters.ts"

/** In the address, so that a return or a reload shows the progress. */
export const importFilters = urlFilters({
  /** The import that is open. */
  id: openItem(z.string().regex(/^[0-9]{1,18}$/)),
  /** What the next one is about. */
  kind: view(z.union([z.literal(""), ImportKind]), ""),
  after: pageAt(Cursor),
})
