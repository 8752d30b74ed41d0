import { directoryCalls, directoryLimits } from "@uc/contract/directory/calls"
import { useId, useState } from "react"
import { messageOf } from "../../../platform/http/failure.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { DialogHead } from "../../../ui/overlays/dialog-head.tsx"
import { EmptyState } from "../../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../../ui/feedback/error-state.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { Modal } from "../../../ui/overlays/modal.tsx"
import { BarsSkeleton } from "../../../ui/feedback/skeleton.tsx"
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
  const id = useId()
  const [typed, setTyped] = useState("")
  const [name, setName] = useState("")
  const { data, error, refetch } = useCall(directoryCalls.found, { name }, { isEnabled: name !== "" })
  const organisations = (data ?? []).filter(({ kind }) => kind === "organisation")
  return (
    <Modal label="选择单位" place="window" sizePx={{ width: 520, height: 520 }} onClose={onClose}>
      <DialogHead title="选择单位" words="按名称、拼音或首字母查找" onClose={onClose} />
      <div className={css.search}>
        {/* No form: it may stand inside one, and Enter must not submit that. */}
        <div className={css.searchBox} role="search">
          <label htmlFor={id} className="only-read-aloud">
            单位名称
          </label>
          <input
            id={id}
            value={typed}
            maxLength={directoryLimits.searched}
            placeholder="例如：第一小学、dyxx"
            autoComplete="off"
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={(event) => {
              // Enter also chooses what an input method offers.
              if (event.key !== "Enter" || event.nativeEvent.isComposing) return
              event.preventDefault()
              setName(typed.trim())
            }}
          />
          <Button look="primary" onClick={() => setName(typed.trim())}>
            <Icon name="search" sizePx={16} />
            查找
          </Button>
        </div>
        <div className={css.found} aria-live="polite">
          {name === "" ? (
            <EmptyState art="empty" title="输入名称后按回车" />
          ) : error ? (
            <ErrorState title="没有查到" words={messageOf(error)} onRetry={refetch} />
          ) : !data ? (
            <BarsSkeleton heightsPx={[44, 44, 44]} />
          ) : organisations.length === 0 ? (
            <EmptyState
              art="empty"
              title="没有找到单位"
              words={`没有名称包含“${name}”的单位，请换一个词。`}
            />
          ) : (
            <ul>
              {organisations.map((node) => (
                <li key={node.id}>
                  <button type="button" onClick={() => onChosen({ orgid: node.id, orgname: node.name })}>
                    <Icon name="building" sizePx={16} />
                    <span>
                      {node.name}
                      <small>{node.path.join(" / ")}</small>
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </Modal>
  )
})
