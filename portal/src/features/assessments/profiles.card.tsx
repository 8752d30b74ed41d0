import { assessmentCalls } from "@uc/contract/assessments/calls"
import type { OutputOf } from "@uc/contract/core/call"
import { Link } from "react-router"
import { homeCard, type CardContent } from "../home/public.ts"
import { SmallEmptyState } from "../../ui/feedback/small-empty-state.tsx"
import css from "./profiles-card.module.css"

const place = "/main/assessments?view=profiles"

/** HOME-4: how complete the base data of each organisation is; those that lack the most first. */
function Content({ data: { items } }: CardContent<OutputOf<typeof assessmentCalls.profiles>>) {
  if (items.length === 0) return <SmallEmptyState icon="folder" words="还没有单位档案" />
  return (
    <ul className={css.list}>
      {items.map(({ orgid, orgname, completeness }) => (
        <li key={orgid}>
          <Link to={`${place}&org=${orgid}`} className={css.row}>
            <span className={css.name} title={orgname}>
              {orgname}
            </span>
            <span className={css.percent}>{completeness}%</span>
            <span className={css.track} aria-hidden="true">
              <span style={{ width: `${completeness}%` }} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

export const card = homeCard({
  key: "profiles",
  title: "档案完整度",
  icon: "folder",
  audience: ["platform", "bureau", "administrator"],
  administratorsOnly: true,
  order: 85,
  size: { w: 4, h: 4 },
  // Only their own.
  sizeFor: { administrator: { w: 4, h: 2 } },
  least: { w: 3, h: 2 },
  more: { words: "单位档案", to: place },
  shape: assessmentCalls.profiles.output,
  load: ({ ask }) => ask(assessmentCalls.profiles, { limit: 6 }),
  Content,
})
