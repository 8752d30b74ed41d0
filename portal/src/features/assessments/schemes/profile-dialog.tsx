import { assessmentMessages } from "@uc/contract/assessments/messages"
import {
  assessmentAdminCalls,
  profileNumbers,
  schoolNumbers,
  type OrganisationBase,
  type ProfileNumber,
} from "@uc/contract/assessments/admin-calls"
import { organisationLimits } from "@uc/contract/organisations/admin-calls"
import { useId, useState } from "react"
import { messageOf } from "../../../platform/http/failure.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { DialogHead } from "../../../ui/overlays/dialog-head.tsx"
import { ErrorState } from "../../../ui/feedback/error-state.tsx"
import { FormDialog } from "../../../ui/forms/form-dialog.tsx"
import { Field, FieldPair } from "../../../ui/forms/form-fields.tsx"
import { Modal } from "../../../ui/overlays/modal.tsx"
import { BarsSkeleton } from "../../../ui/feedback/skeleton.tsx"
import { useAssessmentAction } from "../use-assessment-action.ts"
import css from "../assessments.module.css"

interface ProfileDialogProps {
  readonly orgid: string
  readonly onClose: () => void
}

/** HOME-4: the organisation's base data. */
export const ProfileDialog = closesWhenBroken(function ProfileDialog({ orgid, onClose }: ProfileDialogProps) {
  const { data, error, refetch, isFetchedAfterMount } = useCall(assessmentAdminCalls.profile, { orgid })
  if (data?.mayChange && isFetchedAfterMount && !error) return <ProfileForm base={data} onClose={onClose} />
  return (
    <Modal label="单位档案" place="window" sizePx={{ width: 600, height: 640 }} onClose={onClose}>
      <DialogHead title={data?.orgname ?? "单位档案"} onClose={onClose} />
      <div className={css.read}>
        {error && <ErrorState title="档案没有加载成功" words={messageOf(error)} onRetry={refetch} />}
        {!error && !(data && isFetchedAfterMount) && <BarsSkeleton heightsPx={[36, 36, 36, 36]} />}
        {!error && data && isFetchedAfterMount && <ReadProfile base={data} />}
      </div>
    </Modal>
  )
})

function numbersFor({ kind }: OrganisationBase): readonly ProfileNumber[] {
  const all = Object.keys(profileNumbers) as ProfileNumber[]
  return kind === "school" ? all : all.filter((key) => !schoolNumbers.includes(key))
}

function ReadProfile({ base }: { readonly base: OrganisationBase }) {
  const facts: readonly (readonly [string, string | number | null])[] = [
    ["完整度", `${base.completeness}%`],
    ["简称", base.shortName],
    ["地址", base.address],
    ["电话", base.phone],
    ["位置", base.lng === null || base.lat === null ? null : `${base.lng}，${base.lat}`],
    ...numbersFor(base).map((key) => [profileNumbers[key], base[key]] as const),
  ]
  return (
    <dl className={css.facts}>
      {facts.map(([title, words]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{words === null || words === "" ? "未填写" : words}</dd>
        </div>
      ))}
    </dl>
  )
}

type Typed = Record<ProfileNumber | "lng" | "lat", string>
const asText = (value: number | null) => (value === null ? "" : String(value))

const ProfileForm = closesWhenBroken(function ProfileForm({
  base,
  onClose,
}: {
  readonly base: OrganisationBase
  readonly onClose: () => void
}) {
  const id = useId()
  const { act, isBusy, problem, setProblem } = useAssessmentAction()
  const [words, setWords] = useState({
    shortName: base.shortName,
    address: base.address,
    phone: base.phone,
  })
  const keys = Object.keys(profileNumbers) as ProfileNumber[]
  const [typed, setTyped] = useState<Typed>(
    () =>
      Object.fromEntries((["lng", "lat", ...keys] as const).map((key) => [key, asText(base[key])])) as Typed,
  )
  const shown = numbersFor(base)

  async function save() {
    const wrong = shown.find((key) => !/^\d{0,9}$/.test(typed[key].trim()))
    if (wrong) return setProblem(`${profileNumbers[wrong]}请填写整数`)
    if ([typed.lng, typed.lat].some((each) => !/^-?\d{0,3}(\.\d{1,15})?$/.test(each.trim())))
      return setProblem("经纬度请填写数字，例如 120.15")
    if ((typed.lng.trim() === "") !== (typed.lat.trim() === "")) return setProblem("经度和纬度请一起填写")
    const amount = (key: keyof Typed) => (typed[key].trim() === "" ? null : Number(typed[key]))
    const saved = await act(assessmentAdminCalls.saveProfile, {
      orgid: base.orgid,
      version: base.version,
      ...words,
      lng: amount("lng"),
      lat: amount("lat"),
      founded: amount("founded"),
      staff: amount("staff"),
      classes: amount("classes"),
      students: amount("students"),
      siteM2: amount("siteM2"),
      cameras: amount("cameras"),
      fireHydrants: amount("fireHydrants"),
    })
    if (!saved) return
    showToast("success", `${assessmentMessages.profileSaved}，完整度${saved.completeness}%`)
    onClose()
  }

  const line = (key: keyof typeof words, label: string) => (
    <Field label={label} id={`${id}-${key}`}>
      <input
        id={`${id}-${key}`}
        value={words[key]}
        maxLength={organisationLimits[key]}
        autoComplete="off"
        onChange={({ target }) => setWords({ ...words, [key]: target.value })}
      />
    </Field>
  )
  const number = (key: keyof Typed, label: string) => (
    <Field key={key} label={label} id={`${id}-${key}`}>
      <input
        id={`${id}-${key}`}
        inputMode="decimal"
        value={typed[key]}
        maxLength={20}
        autoComplete="off"
        onChange={({ target }) => setTyped({ ...typed, [key]: target.value })}
      />
    </Field>
  )
  return (
    <FormDialog
      title={`单位档案：${base.orgname}`}
      confirm="保存"
      form={{ isBusy, problem, failures: 0, onSubmit: () => void save() }}
      onClose={onClose}
    >
      <p className={css.count}>目前完整度 {base.completeness}%</p>
      <FieldPair>
        {line("shortName", "简称")}
        {line("phone", "电话")}
      </FieldPair>
      {line("address", "地址")}
      <FieldPair>
        {number("lng", "经度")}
        {number("lat", "纬度")}
      </FieldPair>
      <div className={css.numbers}>{shown.map((key) => number(key, profileNumbers[key]))}</div>
    </FormDialog>
  )
})
