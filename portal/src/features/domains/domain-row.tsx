import { domainHelpers, domainLimits, domainMessages, everyHelper } from "@uc/contract/domains/calls"
import { domainUserFields, everyUserField } from "@uc/contract/domains/user-fields"
import { mixedContentProblem } from "@uc/contract/domains/mixed-content"
import { useEffect, useId, useRef, useState, type FormEvent } from "react"
import { nowMs } from "../../platform/browser/clock.ts"
import { FieldGroup } from "../../ui/forms/field-group.tsx"
import { Field, Tick } from "../../ui/forms/form-fields.tsx"
import { Grid } from "../../ui/primitives/grid.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { classes } from "../../ui/theme/classes.ts"
import { Icon } from "../../ui/navigation/icon.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { ToApplication } from "./to-application.tsx"
import { isUnsaved, meantAddress, type DomainEvent, type DomainRow } from "./domain-rows.machine.ts"
import css from "./domains.module.css"

/** Enough for an address copied from the browser's address bar. */
const longestPaste = 2000

interface DomainRowViewProps {
  readonly row: DomainRow
  /** From 1, for screen readers. */
  readonly number: number
  readonly isLast: boolean
  readonly isOnly: boolean
  /** The row was just added: it gets the focus. */
  readonly isFresh: boolean
  /** DISTRICT-12: the viewer may list for everything below, and change what is so listed. */
  readonly mayListBelow: boolean
  readonly dispatch: (event: DomainEvent) => void
  readonly onSave: () => void
  readonly onRemove: () => void
  readonly onSecret: () => void
  readonly onOperations: () => void
}

/** DOM-1: name, address, save; plus on the last row only, minus where there is more than one. */
export function DomainRowView(props: DomainRowViewProps) {
  const {
    row,
    number,
    isLast,
    isOnly,
    isFresh,
    mayListBelow,
    dispatch,
    onSave,
    onRemove,
    onSecret,
    onOperations,
  } = props
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isFresh) first.current?.focus()
  }, [isFresh])
  const { key, name, domainIp, problem } = row
  const meant = problem === null ? null : meantAddress(domainIp)
  const blocked = problem === null ? mixedContentProblem(domainIp, window.location.origin) : null
  const isReadOnly = !mayListBelow && (row.saved?.isForBelow ?? false)

  function save(event: FormEvent) {
    event.preventDefault()
    onSave()
  }

  return (
    <li className={classes(css.row, isUnsaved(row) && css.unsaved)}>
      <form noValidate className={css.fields} onSubmit={save}>
        <Field isRequired label="名称" id={`${id}-name`}>
          <input
            id={`${id}-name`}
            ref={first}
            aria-label={`名称（第 ${number} 行）`}
            placeholder="例如 办公系统"
            autoComplete="off"
            maxLength={domainLimits.fieldLength}
            readOnly={isReadOnly}
            value={name}
            onChange={(event) => dispatch({ type: "typed", key, fields: { name: event.target.value } })}
          />
        </Field>
        <Field isRequired label="域名地址" id={`${id}-address`}>
          <input
            id={`${id}-address`}
            aria-label={`域名地址（第 ${number} 行）`}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? id : undefined}
            placeholder="例如 https://oa.example.cn"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            // DOM-6 is reported and not cut off: a cut address is another one.
            maxLength={longestPaste}
            readOnly={isReadOnly}
            value={domainIp}
            onChange={(event) => dispatch({ type: "typed", key, fields: { domainIp: event.target.value } })}
          />
          {problem && (
            <Row as="p" id={id} gap={6} tone="danger" size={13} role="alert">
              <Icon name="danger" sizePx={14} />
              {problem}
            </Row>
          )}
          {blocked !== null && (
            <Row as="p" gap={6} tone="caution" size={13} role="status">
              <Icon name="caution" sizePx={14} />
              {blocked}
            </Row>
          )}
          {meant !== null && (
            <Row>
              <Button
                look="text"
                onClick={() => dispatch({ type: "typed", key, fields: { domainIp: meant } })}
              >
                <Icon name="done" sizePx={14} />
                改为 {meant}
              </Button>
            </Row>
          )}
        </Field>
        <Row gap={4} className={css.buttons}>
          {!isReadOnly && (
            <Button
              look={isUnsaved(row) ? "primary" : "plain"}
              type="submit"
              aria-busy={row.isBusy}
              aria-label={`保存（第 ${number} 行）`}
            >
              {row.isBusy && <Spinner sizePx={16} />}
              保存
            </Button>
          )}
          {!isOnly && !isReadOnly && (
            <Button look="quiet" aria-label={`删除（第 ${number} 行）`} title="删除" onClick={onRemove}>
              <Icon name="minus" />
            </Button>
          )}
          {isLast && (
            <Button
              look="quiet"
              aria-label="添加一行"
              title="添加一行"
              onClick={() => dispatch({ type: "added" })}
            >
              <Icon name="plus" />
            </Button>
          )}
        </Row>
      </form>
      <Overtaken row={row} dispatch={dispatch} />
      <Row gap={4} columnGap={12} wrap padY={4} tone="faint" size={13} figures>
        <Facts row={row} />
        <Button
          look="text"
          aria-expanded={isOpen}
          aria-label={`授权功能（第 ${number} 行）`}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="gear" sizePx={14} />
          授权功能 {row.helpers.length}/{everyHelper.length}
        </Button>
        {row.saved && !isReadOnly && (
          <Button look="text" aria-label={`票据密钥（第 ${number} 行）`} onClick={onSecret}>
            <Icon name="key" sizePx={14} />
            {row.saved.hasSecret ? "更换票据密钥" : "生成票据密钥"}
          </Button>
        )}
        {row.saved && !isReadOnly && (
          <Button look="text" aria-label={`登记操作（第 ${number} 行）`} onClick={onOperations}>
            <Icon name="shield" sizePx={14} />
            登记操作 {row.saved.operations.length}
          </Button>
        )}
        {row.saved && !isReadOnly && <ToApplication domain={row.saved} number={number} />}
        {mayListBelow && (
          <Tick
            label={
              <>
                对全部下级单位生效<span className="only-read-aloud">（第 {number} 行）</span>
              </>
            }
            value={row.isForBelow}
            onValue={(isForBelow) => dispatch({ type: "typed", key, fields: { isForBelow } })}
          />
        )}
      </Row>
      {isOpen && <Helpers row={row} isReadOnly={isReadOnly} dispatch={dispatch} />}
    </li>
  )
}

function Facts({ row }: { readonly row: DomainRow }) {
  const { saved } = row
  if (!saved) return <Tag tone="caution">尚未保存</Tag>
  return (
    <>
      {isUnsaved(row) && <Tag tone="caution">有未保存的修改</Tag>}
      {saved.isForBelow && (
        <Tag icon="tree">
          <span title="由区域或平台管理员维护，全部下级单位都可以打开">含下级单位</span>
        </Tag>
      )}
      {saved.declinedBy > 0 && <span>{saved.declinedBy} 个下级单位不采用</span>}
      {saved.isPrivate && (
        <Tag icon="home">
          <span title="内网或本机地址，在其他网络里可能指向别的机器">内网地址</span>
        </Tag>
      )}
      {saved.origins.length === 0 && (
        <Tag tone="caution" icon="caution">
          浏览器无法打开该地址
        </Tag>
      )}
      <span>
        {saved.lastUsedAt === null ? (
          "暂无打开记录"
        ) : (
          <>
            最近打开 <time title={saved.lastUsedAt}>{formatMoment(saved.lastUsedAt, nowMs())}</time>
          </>
        )}
      </span>
    </>
  )
}

function Overtaken({ row, dispatch }: Pick<DomainRowViewProps, "row" | "dispatch">) {
  const { key, overtaken, saved } = row
  if (overtaken === null) return null
  return (
    <Row as="p" gap={8} wrap padX={12} padY={8} surface="caution" tone="caution" role="alert">
      <Icon name="caution" sizePx={16} />
      <span>
        {overtaken === "removed" || !saved
          ? "该域名已被其他管理员删除。保存会重新添加，删除则放弃这里的修改。"
          : `${domainMessages.changedMeanwhile.split("，")[0]}，现在是：${saved.name}，${saved.domainIp}。`}
      </span>
      {overtaken === "changed" && saved && (
        <Button onClick={() => dispatch({ type: "reverted", key })}>采用对方的修改</Button>
      )}
    </Row>
  )
}

interface HelpersProps extends Pick<DomainRowViewProps, "row" | "dispatch"> {
  readonly isReadOnly: boolean
}

function Helpers({ row, isReadOnly, dispatch }: HelpersProps) {
  const { key, helpers, userFields } = row
  return (
    <Stack gap={8}>
      <FieldGroup label="该网站的页面可以使用（勾选后请保存）">
        <Ticks
          labels={domainHelpers}
          all={everyHelper}
          chosen={helpers}
          isReadOnly={isReadOnly}
          onChosen={(chosen) => dispatch({ type: "typed", key, fields: { helpers: chosen } })}
        />
      </FieldGroup>
      <FieldGroup label="该网站的服务器凭票据可以获知（单位、区域和用户类型始终告知）">
        <Ticks
          labels={domainUserFields}
          all={everyUserField}
          chosen={userFields}
          isReadOnly={isReadOnly || !helpers.includes("user")}
          onChosen={(chosen) => dispatch({ type: "typed", key, fields: { userFields: chosen } })}
        />
      </FieldGroup>
    </Stack>
  )
}

interface TicksProps<K extends string> {
  readonly labels: Readonly<Record<K, string>>
  readonly all: readonly K[]
  readonly chosen: readonly K[]
  readonly isReadOnly: boolean
  readonly onChosen: (chosen: readonly K[]) => void
}

function Ticks<K extends string>({ labels, all, chosen, isReadOnly, onChosen }: TicksProps<K>) {
  return (
    <Grid leastPx={150} gap={8} padX={12} padY={10} surface="sunken">
      {all.map((each) => (
        <Tick
          key={each}
          label={labels[each]}
          isDisabled={isReadOnly}
          value={chosen.includes(each)}
          onValue={(isOn) => {
            const others = chosen.filter((other) => other !== each)
            onChosen(isOn ? [...others, each] : others)
          }}
        />
      ))}
    </Grid>
  )
}
