import {
  directoryCalls,
  directoryLimits,
  isFiltered,
  type OrganisationFilter,
} from "@uc/contract/directory/calls"
import { useState } from "react"
import { messageOf } from "../../platform/http/failure.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { DialogHead } from "../../ui/overlays/dialog-head.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Modal } from "../../ui/overlays/modal.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { SecondLine } from "../../ui/data/second-line.tsx"
import { DebouncedSearch } from "../../ui/forms/filters/debounced-search.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { OrganisationFilters } from "./organisations/organisation-filters.tsx"
import css from "./organisation-search.module.css"

export interface ChosenOrganisation {
  readonly orgid: string
  readonly orgname: string
}

interface OrganisationSearchProps {
  readonly onChosen: (organisation: ChosenOrganisation) => void
  readonly onClose: () => void
}

/** One organisation by a part of its name, its pinyin or its initials. */
export const OrganisationSearch = closesWhenBroken(function OrganisationSearch({
  onChosen,
  onClose,
}: OrganisationSearchProps) {
  const [typed, setTyped] = useState("")
  const name = typed.trim()
  const [filter, setFilter] = useState<OrganisationFilter>({})
  const isAsked = name !== "" || isFiltered(filter)
  const { data, error, refetch } = useCall(directoryCalls.found, { name, ...filter }, { isEnabled: isAsked })
  const organisations = (data ?? []).filter(({ kind }) => kind === "organisation")
  return (
    <Modal label="选择单位" place="window" sizePx={{ width: 520, height: 520 }} onClose={onClose}>
      <DialogHead title="选择单位" words="按名称、拼音或首字母查找" onClose={onClose} />
      <Stack gap={12} padX={24} padY={16} className={css.search}>
        <div role="search">
          <DebouncedSearch
            label="单位名称"
            placeholder="例如：第一小学、dyxx"
            maxLength={directoryLimits.searched}
            value={typed}
            onSettled={setTyped}
          />
        </div>
        <OrganisationFilters value={filter} onValue={setFilter} />
        <div className={css.found} aria-live="polite">
          {!isAsked ? (
            <EmptyState art="empty" title="输入名称，或选择学段" />
          ) : error ? (
            <ErrorState title="没有查到" words={messageOf(error)} onRetry={refetch} />
          ) : !data ? (
            <BarsSkeleton heightsPx={[44, 44, 44]} />
          ) : organisations.length === 0 ? (
            <EmptyState
              art="empty"
              title="没有找到单位"
              words={
                name === ""
                  ? "没有符合条件的单位，请放宽条件。"
                  : `没有名称包含“${name}”且符合条件的单位，请换一个词。`
              }
            />
          ) : (
            <ul>
              {organisations.map((node) => (
                <li key={node.id}>
                  <Row
                    as="button"
                    type="button"
                    gap={10}
                    pad={8}
                    className={css.one}
                    onClick={() => onChosen({ orgid: node.id, orgname: node.name })}
                  >
                    <Row as="span" tone="brand" rigid>
                      <Icon name="building" sizePx={16} />
                    </Row>
                    <span>
                      {node.name}
                      <SecondLine>{node.path.join(" / ")}</SecondLine>
                    </span>
                  </Row>
                </li>
              ))}
            </ul>
          )}
        </div>
      </Stack>
    </Modal>
  )
})
