import { peopleAdminCalls, type PersonDetails } from "@uc/contract/people/admin-calls"
import { useState } from "react"
import { useForm, type Form } from "../../../page-kit/form/use-form.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../../ui/forms/form-dialog.tsx"
import { ChoiceField, FieldPair, TextField, Tick } from "../../../ui/forms/form-fields.tsx"
import { MasterNote } from "../../applications/public.ts"
import { OneTimePassword, type GivenPassword } from "./one-time-password.tsx"
import { PlacesField, sentPlaces, type NamedPlace } from "./places-field.tsx"
import { SharedPhone } from "./shared-phone.tsx"
import { useDirectoryAction } from "../use-directory-action.ts"
import { isSex, useSexes, type Sex } from "./use-sexes.ts"

interface Written {
  readonly sex: Sex | ""
  readonly role: string
}

function SexAndRole({ form }: { readonly form: Form<Written> }) {
  const { choices } = useSexes()
  return (
    <FieldPair>
      <ChoiceField label="性别" choices={[["", "未填写"], ...choices]} {...form.bind("sex")} />
      <TextField label="角色（选填）" placeholder="例如：教师" {...form.text("role")} />
    </FieldPair>
  )
}

interface AddPersonProps {
  readonly orgid: string
  /** Where they are to work, unless somebody chooses otherwise. */
  readonly department: { readonly id: string; readonly name: string } | null
  readonly onClose: () => void
}

export const AddPerson = closesWhenBroken(function AddPerson({ orgid, department, onClose }: AddPersonProps) {
  const { attempt } = useDirectoryAction()
  const [given, setGiven] = useState<GivenPassword | null>(null)
  const first: readonly NamedPlace[] = department
    ? [{ deptid: department.id, deptname: department.name, postid: null, isMain: true }]
    : []
  const form = useForm({
    call: peopleAdminCalls.add,
    attempt,
    initial: {
      nickname: "",
      account: "",
      sex: "" as Sex | "",
      role: "",
      phone: "",
      email: "",
      places: first,
    },
    input: ({ account, phone, places, ...written }) => ({
      orgid,
      ...written,
      account: account.trim(),
      phone: phone.trim(),
      places: sentPlaces(places),
    }),
    onDone: ({ password, until }, { nickname, account }) =>
      setGiven({ nickname, account: account.trim(), password, until }),
  })
  if (given) return <OneTimePassword given={given} isNew onClose={onClose} />
  return (
    <FormDialog title="新增人员" confirm="保存" form={form} onClose={onClose}>
      <MasterNote orgid={orgid} />
      <FieldPair>
        <TextField label="姓名" {...form.text("nickname")} />
        <TextField label="账号" hint="登录用，保存后不能更改。" {...form.text("account")} />
      </FieldPair>
      <SexAndRole form={form} />
      <TextField
        label="手机号（选填）"
        hint="用于短信登录和身份验证。"
        inputMode="numeric"
        {...form.text("phone")}
      />
      <SharedPhone phone={form.values.phone} />
      <TextField
        label="邮箱（选填）"
        hint="提供给获准的应用，不用于登录。"
        inputMode="email"
        {...form.text("email")}
      />
      <PlacesField orgid={orgid} {...form.bind("places")} />
    </FormDialog>
  )
})

interface OnePersonProps {
  readonly person: PersonDetails
  readonly onClose: () => void
}

/** What is written about somebody. */
export const ChangePerson = closesWhenBroken(function ChangePerson({ person, onClose }: OnePersonProps) {
  const { attempt } = useDirectoryAction()
  const sex: Sex | "" = isSex(person.sex) ? person.sex : ""
  const form = useForm({
    call: peopleAdminCalls.change,
    attempt,
    initial: {
      nickname: person.nickname,
      sex,
      role: person.role,
      phone: "",
      isPhoneRemoved: false,
      email: "",
      isEmailRemoved: false,
    },
    input: ({ phone, isPhoneRemoved, email, isEmailRemoved, ...written }) => ({
      personid: person.id,
      version: person.version,
      ...written,
      ...(isPhoneRemoved ? { phone: "" } : phone.trim() !== "" && { phone: phone.trim() }),
      ...(isEmailRemoved ? { email: "" } : email.trim() !== "" && { email }),
    }),
    onDone() {
      showToast("success", "保存成功")
      onClose()
    },
  })
  return (
    <FormDialog title="修改人员资料" confirm="保存" form={form} onClose={onClose}>
      <MasterNote orgid={person.orgid} />
      <FieldPair>
        <TextField label="姓名" {...form.text("nickname")} />
        <TextField label="账号" value={person.usercode} isReadOnly onValue={() => {}} />
      </FieldPair>
      <SexAndRole form={form} />
      <TextField
        label="手机号（选填）"
        hint={person.phone === null ? "尚未登记，可以留空。" : `现在是 ${person.phone}；不更换就留空。`}
        inputMode="numeric"
        isDisabled={form.values.isPhoneRemoved}
        {...form.text("phone")}
      />
      {!form.values.isPhoneRemoved && <SharedPhone phone={form.values.phone} person={person.id} />}
      {person.phone && <Tick label="删除登记的手机号" {...form.bind("isPhoneRemoved")} />}
      <TextField
        label="邮箱（选填）"
        hint={person.email === null ? "尚未登记，可以留空。" : `现在是 ${person.email}；不更换就留空。`}
        inputMode="email"
        isDisabled={form.values.isEmailRemoved}
        {...form.text("email")}
      />
      {person.email && <Tick label="删除登记的邮箱" {...form.bind("isEmailRemoved")} />}
    </FormDialog>
  )
})

/** In which departments and as what. */
export const PlacesDialog = closesWhenBroken(function PlacesDialog({ person, onClose }: OnePersonProps) {
  const { attempt } = useDirectoryAction()
  const held: readonly NamedPlace[] = person.places
    .filter(({ isDisabled }) => !isDisabled)
    .map(({ deptid, postid, isMain, path }) => ({
      deptid,
      postid,
      isMain,
      deptname: path.at(-1) ?? "",
    }))
  const form = useForm({
    call: peopleAdminCalls.place,
    attempt,
    initial: { places: held },
    input: ({ places }) => ({
      personid: person.id,
      version: person.version,
      places: sentPlaces(places),
    }),
    onDone() {
      showToast("success", "部门与职务已调整")
      onClose()
    },
  })
  return (
    <FormDialog title={`调整“${person.nickname}”的部门与职务`} confirm="保存" form={form} onClose={onClose}>
      <MasterNote orgid={person.orgid} />
      <PlacesField orgid={person.orgid} {...form.bind("places")} />
    </FormDialog>
  )
})
