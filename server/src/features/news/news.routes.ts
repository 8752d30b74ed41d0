import { newsCalls, newsLimits, newsMessages, type ListedNews } from "@uc/contract/news/calls"
import { replyMessages } from "@uc/contract/core/reply"
import type { Id } from "@uc/contract/core/wire"
import { cleanHtml } from "../rich-text/public.ts"
import type { Db } from "../../db/open.ts"
import { reachedArea } from "../areas/public.ts"
import { unrestricted } from "../../db/scope.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { mustPageOneWay } from "../../http/calls/parameters-with-effect.ts"
import type { OpenRequestContext, RequestContext } from "../../http/calls/request-context.ts"
import type { Services } from "../../http/services.ts"
import { foundOrForbidden } from "../../session/reach.ts"
import { Refusal } from "../../errors/refusal.ts"
import { cacheBriefly } from "../../realtime/cache-briefly.ts"
import { TokenBuckets } from "../../security/token-buckets.ts"
import { columnsBelow, columnTree, type SeenColumn } from "./column-tree.ts"
import {
  areaPathOf,
  columnsFor,
  countNews,
  itemOf,
  linksFor,
  newsOfId,
  newsPage,
  publishers,
  type FoundNews,
  type Reader,
} from "./news.store.ts"

/** Requests per second of an address that is not signed in; a school shares one address. */
const visitsPerSecond = 50

export const newsRoutes = implementCalls(newsCalls, (services) => {
  const { database, nowMs } = services
  const visits = new TokenBuckets({ perSecond: visitsPerSecond, savedS: 1 }, nowMs)
  const publicColumns = cacheBriefly(nowMs, () => columnsFor(database.systemDb, null))
  const publicLinks = cacheBriefly(nowMs, () => linksFor(database.systemDb, null))

  /** The reader, the transaction, and the columns that they see. */
  async function view(context: OpenRequestContext, areaid: Id | undefined) {
    const { reader, db } = await readerOf(services, context)
    if (!reader && visits.take(context.caller.ip) > 0) throw new Refusal(replyMessages.busy, { status: 429 })
    const path = areaid === undefined ? null : await areaPath(context, db, areaid)
    const isWithin = async <T extends { readonly orgId: Id }>(rows: readonly T[]): Promise<readonly T[]> => {
      if (path === null) return rows
      const orgs = await publishers(
        database.systemDb,
        rows.map(({ orgId }) => orgId),
      )
      return rows.filter(({ orgId }) => orgs.get(orgId)?.areaPath.startsWith(path))
    }
    return { reader, db, isWithin }
  }

  return {
    columns: async ({ areaid }, context) => {
      const { reader, db, isWithin } = await view(context, areaid)
      const columns = await isWithin(await (reader ? columnsFor(db, reader) : publicColumns("", null)))
      return columnTree(columns, reader?.orgid ?? null)
    },

    ofColumn: async ({ category, start, limit, areaid }, context) => {
      const { reader, db, isWithin } = await view(context, areaid)
      const columns = await isWithin(await (reader ? columnsFor(db, reader) : publicColumns("", null)))
      const wanted = columnsBelow(columns, reader?.orgid ?? null, category)
      return pageOf(db, { reader, wanted, start, limit })
    },

    friendLinks: async ({ areaid }, context) => {
      const { reader, db, isWithin } = await view(context, areaid)
      const links = await isWithin(await (reader ? linksFor(db, reader) : publicLinks("", null)))
      // A school and its bureau may link the same site: it is shown once, with the nearer one's name.
      return links.filter(({ address }, at) => links.findIndex((each) => each.address === address) === at)
    },

    information: async ({ category, start, limit }, context) => {
      const reader = await signedInReader(context)
      const own = (await columnsFor(context.db, reader)).filter(({ orgId }) => orgId === reader.orgid)
      return pageOf(context.db, { reader, wanted: columnsBelow(own, reader.orgid, category), start, limit })
    },

    list: async ({ category, limit, before, after }, context) => {
      mustPageOneWay({ before, after })
      const reader = await signedInReader(context)
      const wanted = columnsBelow(await columnsFor(context.db, reader), reader.orgid, category)
      const filter = { reader, columnIds: idsOf(wanted), limit: limit + 1 }
      const found = await newsPage(context.db, filter, { before, after })
      const isBackwards = after !== undefined
      const isMore = found.length > limit
      const kept = isBackwards ? found.slice(isMore ? 1 : 0) : found.slice(0, limit)
      const [first, last] = [kept[0], kept.at(-1)]
      const hasNewer = isBackwards ? isMore : before !== undefined
      const hasOlder = isBackwards || isMore
      return {
        items: await listed(database.systemDb, kept, wanted),
        newer: hasNewer && first ? cursorOf(first) : null,
        older: hasOlder && last ? cursorOf(last) : null,
      }
    },

    detail: async ({ id }, context) => {
      const found = await newsOfId(context.db, await signedInReader(context), id)
      if (!found) throw new Refusal(newsMessages.gone, { status: 403 })
      const { category, columnname, author, body, ...row } = found
      const orgs = await publishers(database.systemDb, [row.orgId])
      const orgname = orgs.get(row.orgId)?.name ?? ""
      // Cleaned again, by the present rules: an older version may have let more through.
      return {
        ...itemOf(row, category),
        columnname,
        orgname,
        author: author ?? orgname,
        body: cleanHtml(body),
      }
    },
  }
})

interface Filter {
  readonly reader: Reader
  readonly wanted: readonly SeenColumn[]
  readonly start: number
  readonly limit: number
}

async function pageOf(db: Db, { reader, wanted, start, limit }: Filter) {
  if (start + limit > newsLimits.deepest) throw new Refusal(newsMessages.tooDeep)
  const columnIds = idsOf(wanted)
  const categories = categoriesOf(wanted)
  const found = await newsPage(db, { reader, columnIds, limit }, { start })
  const total = await countNews(db, { reader, columnIds })
  return { total, items: found.map((row) => itemOf(row, categories.get(row.columnId)?.category ?? "")) }
}

function idsOf(columns: readonly SeenColumn[]): Id[] {
  return columns.map(({ id }) => id)
}

function categoriesOf(columns: readonly SeenColumn[]): ReadonlyMap<Id, SeenColumn> {
  return new Map(columns.map((column) => [column.id, column]))
}

function cursorOf({ at, id }: FoundNews): string {
  return `${at.getTime()}-${id}`
}

async function listed(
  systemDb: Db,
  found: readonly FoundNews[],
  columns: readonly SeenColumn[],
): Promise<ListedNews[]> {
  const byId = categoriesOf(columns)
  const orgs = await publishers(
    systemDb,
    found.map(({ orgId }) => orgId),
  )
  return found.map((row) => ({
    ...itemOf(row, byId.get(row.columnId)?.category ?? ""),
    columnname: byId.get(row.columnId)?.name ?? "",
    orgname: orgs.get(row.orgId)?.name ?? "",
  }))
}

type Viewer = Pick<RequestContext, "db" | "scope" | "user">

async function signedInReader({ db, scope, user: { user } }: Viewer): Promise<NonNullable<Reader>> {
  return { orgid: user.orgid, areaPath: scope.areaPath || (await areaPathOf(db, user.orgid)) }
}

/** A visitor's scope is empty: public news are read unrestricted and filtered as public. */
async function readerOf(
  { database }: Services,
  context: OpenRequestContext,
): Promise<{ reader: Reader; db: Db }> {
  const { user, scope } = context
  if (!user) return { reader: null, db: database.systemDb }
  const { db } = context
  return { reader: await signedInReader({ db, scope, user }), db }
}

async function areaPath(context: OpenRequestContext, db: Db, areaid: Id): Promise<string> {
  const scope = context.user ? context.scope : unrestricted
  return foundOrForbidden(await reachedArea(db, scope, areaid)).path
}
