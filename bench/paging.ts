import { newsCalls } from "@uc/contract/news/calls"
import { newsAdminCalls } from "@uc/contract/news/admin-calls"
import { query } from "../e2e/database.ts"
import type { Benchmark, Measured } from "./benchmark.ts"
import { asked, npmStart, signedIn } from "./product.ts"
import { compared } from "./statistics.ts"

const pageSize = 20
const deepPage = 1000

/** HOME-5: a list of a million rows is walked by key, so the page of years ago costs what the first one costs. */
export const paging: Benchmark = {
  name: "paging",
  goal: `in a list of a million rows page ${deepPage} takes at most 1.3x the time of the first`,
  async run({ root, scratch, onEnd, say, isQuick }) {
    const dataDir = scratch("paging-data")
    const product = await npmStart(root, dataDir)
    onEnd(() => product.stop())
    const rows = isQuick ? 30_000 : 1_000_000
    say(`writing ${rows} pieces of news`)
    // Of one column, as the bureau's archive of years; a few share a moment.
    await query(
      `insert into news (org_id, column_id, title, summary, body, shared_path, published_at, created_at, announced_at)
       select c.org_id, c.id, '新闻 ' || no, '摘要 ' || no, '<p>正文</p>', c.shared_path, at, at, at
         from (select c.* from news_column c join person p on p.org_id = c.org_id
                where p.account = 'bureau' order by c.id limit 1) c,
              (select no, date_trunc('milliseconds', now() - interval '2 minutes' * (no / 3)) as at
                 from generate_series(1, $1::int) no) n`,
      [rows],
      dataDir,
    )
    await query("analyze news", [], dataDir)
    const { name, value } = await signedIn(product.address, "bureau")
    const cookie = `${name}=${value}`
    const lists = {
      "news of all columns, as read": { call: newsCalls.list, by: "published_at" },
      "news, as administered": { call: newsAdminCalls.list, by: "created_at" },
    } as const
    const found: Measured[] = []
    for (const [what, { call, by }] of Object.entries(lists)) {
      const [place] = await query<{ cursor: string }>(
        `select (extract(epoch from ${by}) * 1000)::bigint || '-' || id as cursor from news
          where org_id = (select org_id from person where account = 'bureau') and ${by} is not null and ${by} <= now()
          order by ${by} desc, id desc offset $1 limit 1`,
        [pageSize * (deepPage - 1) - 1],
        dataDir,
      )
      const ask = async (more: Record<string, string>) => {
        const began = performance.now()
        const { items } = await asked(product.address, cookie, call, { limit: String(pageSize), ...more })
        if (items.length !== pageSize) throw new Error(`${what}: a page of ${items.length}`)
        return performance.now() - began
      }
      const deep: number[] = []
      const first: number[] = []
      // The first twenty warm up and are not counted.
      for (let round = 0; round < (isQuick ? 40 : 220); round++) {
        const [one, other] = [await ask({}), await ask({ before: place?.cursor ?? "" })]
        if (round < 20) continue
        first.push(one)
        deep.push(other)
      }
      found.push({
        name: `${what}: page ${deepPage}`,
        unit: "ms",
        ...compared(deep, first, "first page"),
        goal: { of: "ratio", limit: "at most", number: 1.3 },
      })
    }
    return found
  },
}
