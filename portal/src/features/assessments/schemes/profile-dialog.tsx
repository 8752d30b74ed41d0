import { assessmentMessages } from "@uc/contract/assessments/messages"
import {
  assessmentAdminCalls,
  profileNumbers,
  schoolNumbers,
  type OrganisationBase,
  type ProfileNumber,
} from "@uc/contract/assessments/admin-calls"
import { useForm } from "../../../page-kit/form/use-form.ts"
import { messageOf } from "../../../platform/http/failure.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { DialogHead } from "../../../ui/overlays/dialog-head.tsx"
import { ErrorState } from "../../../ui/feedback/error-state.tsx"
import { FormDialog } from "../../../ui/forms/form-dialog.tsx"
import { FieldPair, TextField } from "../../../ui/forms/form-fields.tsx"
import { Modal } from "../../../ui/overlays/modal.tsx"
import { BarsSkeleton } from "../../../ui/feedback/skeleton.tsx"
import { Fact, Facts } from "../../../ui/data/facts.tsx"
import { Grid } from "../../../ui/primitives/grid.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { useAssessmentAction } from "../use-assessment-action.ts"

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
      <Stack grow pad={20} align="start" scrolls>
        {error && <ErrorState title="档案加载失败" words={messageOf(error)} onRetry={refetch} />}
        {!error && !(data && isFetchedAfterMount) && <BarsSkeleton heightsPx={[36, 36, 36, 36]} />}
        {!error && data && isFetchedAfterMount && <ReadProfile base={data} />}
      </Stack>
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
    <Facts>
      {facts.map(([title, words]) => (
        <Fact key={title} label={title}>
          {words === null || words === "" ? "未填写" : words}
        </Fact>
      ))}
    </Facts>
  )
}

type Typed = Record<ProfileNumber | "lng" | "lat" | "shortName" | "address" | "phone", string>
const asText = (value: number | null) => (value === null ? "" : String(value))

const numbers = Object.keys(profileNumbers) as ProfileNumber[]

function typedOf({ shortName, address, phone, lng, lat, ...base }: OrganisationBase): Typed {
  const counted = Object.fromEntries(numbers.map((key) => [key, asText(base[key])]))
  return {
    ...(counted as Record<ProfileNumber, string>),
    shortName,
    address,
    phone,
    lng: asText(lng),
    lat: asText(lat),
  }
}

/** Not a number. */
function unreadable(typed: Typed, shown: readonly ProfileNumber[]) {
  const wrong: Partial<Record<keyof Typed, string>> = {}
  for (const key of shown)
    if (!/^\d{0,9}$/.test(typed[key].trim())) wrong[key] = `${profileNumbers[key]}请填写整数`
  for (const key of ["lng", "lat"] as const)
    if (!/^-?\d{0,3}(\.\d{1,15})?$/.test(typed[key].trim())) wrong[key] = "经纬度请填写数字，例如 120.15"
  if ((typed.lng.trim() === "") !== (typed.lat.trim() === ""))
    wrong.lat ??= assessmentMessages.placeIncomplete
  return wrong
}

const ProfileForm = closesWhenBroken(function ProfileForm({
  base,
  onClose,
}: {
  readonly base: OrganisationBase
  readonly onClose: () => void
}) {
  const { attempt, onFailed } = useAssessmentAction()
  const shown = numbersFor(base)
  const form = useForm({
    call: assessmentAdminCalls.saveProfile,
    attempt,
    onFailed,
    initial: () => typedOf(base),
    input({ shortName, address, phone, ...typed }) {
      const amount = (key: keyof typeof typed) => (typed[key].trim() === "" ? null : Number(typed[key]))
      const counted = Object.fromEntries(numbers.map((key) => [key, amount(key)]))
      return {
        orgid: base.orgid,
        version: base.version,
        shortName,
        address,
        phone,
        lng: amount("lng"),
        lat: amount("lat"),
        ...(counted as Record<ProfileNumber, number | null>),
      }
    },
    check: (typed) => unreadable(typed, shown),
    onDone({ completeness }) {
      showToast("success", `${assessmentMessages.profileSaved}，完整度${completeness}%`)
      onClose()
    },
  })
  const number = (key: ProfileNumber | "lng" | "lat", label: string) => (
    <TextField key={key} label={label} inputMode="decimal" maxLength={20} {...form.bind(key)} />
  )
  return (
    <FormDialog title={`单位档案：${base.orgname}`} confirm="保存" form={form} onClose={onClose}>
      <Text as="p" tone="soft">
        目前完整度 {base.completeness}%
      </Text>
      <FieldPair>
        <TextField label="简称" {...form.text("shortName")} />
        <TextField label="电话" {...form.text("phone")} />
      </FieldPair>
      <TextField label="地址" {...form.text("address")} />
      <Grid columns={2} gap={16} align="start">
        {number("lng", "经度")}
        {number("lat", "纬度")}
        {shown.map((key) => number(key, profileNumbers[key]))}
      </Grid>
    </FormDialog>
  )
})
