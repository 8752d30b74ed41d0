import {
  peopleAdminCalls,
  peopleAdminLimits,
  peopleAdminMessages,
  type PersonDetails,
} from "@uc/contract/people/admin-calls"
import { useId, useState } from "react"
import { showToast } from "../../../platform/browser/toast.ts"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../../ui/forms/form-dialog.tsx"
import { ChoiceField, Field, FieldPair, TextField, Tick } from "../../../ui/forms/form-fields.tsx"
import { OneTimePassword, type GivenPassword } from "./one-time-password.tsx"
import { PlacesField, type NamedPlace } from "./places-field.tsx"
import { useDirectoryAction } from "../use-directory-action.ts"
import { isSex, useSexes, type Sex } from "./use-sexes.ts"

type Target =
  | { readonly orgid: string; readonly department: { readonly id: string; readonly name: string } | null }
  | { readonly person: PersonDetails }

/** Somebody new, or what is written about somebody. */
export const PersonDialog = closesWhenBroken(function PersonDialog({
  to,
  onClose,
}: {
  readonly to: Target
  readonly onClose: () => void
}) {
  const own = "person" in to ? to.person : null
  const id = useId()
  const { act, isBusy, problem, setProblem } = useDirectoryAction()
  const [nickname, setNickname] = useState(own?.nickname ?? "")
  const [account, setAccount] = useState("")
  const [phone, setPhone] = useState("")
  const [isPhoneRemoved, setPhoneRemoved] = useState(false)
  const [sex, setSex] = useState<Sex | "">(own && isSex(own.sex) ? own.sex : "")
  const { choices: sexes } = useSexes()
  const [role, setRole] = useState(own?.role ?? "")
  const department = "department" in to ? to.department : null
  const [places, setPlaces] = useState<readonly NamedPlace[]>(
    department ? [{ deptid: department.id, deptname: department.name, postid: null, isMain: true }] : [],
  )
  const [given, setGiven] = useState<GivenPassword | null>(null)

  async function save() {
    if (nickname.trim() === "") return setProblem(peopleAdminMessages.nameMissing)
    const written = { nickname, sex, role }
    if ("orgid" in to) {
      if (places.length === 0) return setProblem(peopleAdminMessages.placeMissing)
      const made = await act(peopleAdminCalls.add, {
        orgid: to.orgid,
        account: account.trim(),
        ...written,
        phone: phone.trim(),
        places: places.map(({ deptid, postid, isMain }) => ({ deptid, postid, isMain })),
      })
      if (made) setGiven({ nickname, account: account.trim(), password: made.password, until: made.until })
      return
    }
    const { id: personid, version } = to.person
    const changed = isPhoneRemoved ? { phone: "" } : phone.trim() === "" ? {} : { phone: phone.trim() }
    if (!(await act(peopleAdminCalls.change, { personid, version, ...written, ...changed }))) return
    showToast("success", "保存成功")
    onClose()
  }

  if (given) return <OneTimePassword given={given} isNew onClose={onClose} />
  return (
    <FormDialog
      title={own ? "修改人员资料" : "新增人员"}
      confirm="保存"
      form={{ isBusy, problem, failures: 0, onSubmit: () => void save() }}
      onClose={onClose}
    >
      <FieldPair>
        <TextField label="姓名" value={nickname} maxLength={peopleAdminLimits.name} onValue={setNickname} />
        {own ? (
          <Field label="账号" id={`${id}-account`}>
            <input id={`${id}-account`} value={own.usercode} readOnly />
          </Field>
        ) : (
          <Field label="账号" id={`${id}-account`} hint="登录用，保存后不能更改。">
            <input
              id={`${id}-account`}
              value={account}
              maxLength={peopleAdminLimits.account}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              onChange={({ target }) => setAccount(target.value)}
            />
          </Field>
        )}
      </FieldPair>
      <FieldPair>
        <ChoiceField label="性别" value={sex} choices={[["", "未填写"], ...sexes]} onValue={setSex} />
        <TextField
          label="角色（选填）"
          value={role}
          maxLength={peopleAdminLimits.role}
          placeholder="例如：教师"
          onValue={setRole}
        />
      </FieldPair>
      <Field
        label="手机号（选填）"
        id={`${id}-phone`}
        hint={own ? `现在是 ${own.phone ?? "未登记"}；不更换就留空。` : "用于短信登录和身份验证。"}
      >
        <input
          id={`${id}-phone`}
          inputMode="numeric"
          value={phone}
          maxLength={11}
          autoComplete="off"
          disabled={isPhoneRemoved}
          onChange={({ target }) => setPhone(target.value)}
        />
      </Field>
      {own?.phone && <Tick label="删除登记的手机号" value={isPhoneRemoved} onValue={setPhoneRemoved} />}
      {"orgid" in to && <PlacesField orgid={to.orgid} places={places} onChange={setPlaces} />}
    </FormDialog>
  )
})

/** In which departments and as what. */
export const PlacesDialog = closesWhenBroken(function PlacesDialog({
  person,
  onClose,
}: {
  readonly person: PersonDetails
  readonly onClose: () => void
}) {
  const { act, isBusy, problem, setProblem } = useDirectoryAction()
  const [places, setPlaces] = useState<readonly NamedPlace[]>(
    person.places
      .filter(({ isDisabled }) => !isDisabled)
      .map(({ deptid, postid, isMain, path }) => ({ deptid, postid, isMain, deptname: path.at(-1) ?? "" })),
  )

  async function save() {
    if (places.length === 0) return setProblem(peopleAdminMessages.placeMissing)
    const done = await act(peopleAdminCalls.place, {
      personid: person.id,
      version: person.version,
      places: places.map(({ deptid, postid, isMain }) => ({ deptid, postid, isMain })),
    })
    if (!done) return
    showToast("success", "部门与职务已调整")
    onClose()
  }

  return (
    <FormDialog
      title={`调整“${person.nickname}”的部门与职务`}
      confirm="保存"
      form={{ isBusy, problem, failures: 0, onSubmit: () => void save() }}
      onClose={onClose}
    >
      <PlacesField orgid={person.orgid} places={places} onChange={setPlaces} />
    </FormDialog>
  )
})
