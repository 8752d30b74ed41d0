import { captchaMessages } from "@uc/contract/captcha/calls"
import { reauthMessages, reauthModes, type ReauthMode } from "@uc/contract/reauth/calls"
import { replyMessages } from "@uc/contract/core/reply"
import { isSensitiveModule, sensitiveModules } from "@uc/contract/reauth/sensitive-modules"
import { sessionMessages } from "@uc/contract/account/calls"
import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type FormEvent,
  type ReactNode,
} from "react"
import { fieldsOf, sliderFor } from "../captcha/public.ts"
import { unlock } from "../../platform/session/identity.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useUser } from "../../platform/session/session.ts"
import { signOut } from "../../platform/session/sign-out.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { IconMark } from "../../ui/marks/icon-mark.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { Radio } from "../../ui/forms/controls/radio.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { classes } from "../../ui/theme/classes.ts"
import { Icon, type IconName } from "../../ui/navigation/icon.tsx"
import { Modal } from "../../ui/overlays/modal.tsx"
import { Slider } from "../../ui/slider/slider.tsx"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import { PasswordMode } from "./password-mode.tsx"
import { QrcodeMode } from "./qrcode-mode.tsx"
import { SmsMode } from "./sms-mode.tsx"
import { useReauth, type Reauth } from "./use-reauth.ts"
import css from "./reauth-dialog.module.css"

export interface ReauthDialogProps {
  readonly mid: string
  /** The origin of the other site's page that asks; null: the portal itself. */
  readonly askedBy: string | null
  /** DISTRICT-13: the operation of the application that asks; null: one of the portal's modules. */
  readonly operation: { readonly name: string; readonly site: string } | null
  /** AUTH-7: exactly once. */
  readonly onSettled: (isProven: boolean) => void
  /** Ends a locked session instead of unlocking it; `onSettled` follows. */
  readonly onSignedOut: () => void
  /** Receives what "back" does. */
  readonly onReady: (cancel: () => void) => void
}

/** AUTH-1 to AUTH-8. */
export function ReauthDialog(props: ReauthDialogProps) {
  return props.mid === "" ? <MidMissing onSettled={props.onSettled} /> : <Dialog {...props} />
}

/** AUTH-2: there is nothing to prove. */
function MidMissing({ onSettled }: Pick<ReauthDialogProps, "onSettled">) {
  const refuse = useEffectEvent(() => {
    showToast("error", reauthMessages.midMissing)
    onSettled(false)
  })
  useEffect(() => refuse(), [])
  return null
}

const modes: readonly { readonly mode: ReauthMode; readonly label: string; readonly icon: IconName }[] = [
  { mode: reauthModes.password, label: "密码", icon: "lock" },
  { mode: reauthModes.sms, label: "短信验证码", icon: "message" },
  { mode: reauthModes.qrcode, label: "APP 扫码", icon: "scan" },
]

function Dialog({ mid, askedBy, operation, onSettled, onSignedOut, onReady }: ReauthDialogProps) {
  const reauth = useReauth(mid, onSettled)
  const { mode, step, problem } = reauth.state
  const isLock = mid === unlock
  const field = useRef<HTMLInputElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const id = useId()
  const isBusy = step.at === "sending" || step.at === "verifying"

  // A locked session can't be left by navigating: its page stays hidden until the person is proven.
  const cancel = isLock ? () => undefined : reauth.cancel
  const handOut = useEffectEvent(() => onReady(cancel))
  // Before it is painted: a quick "back" closes it and stays on the page.
  useLayoutEffect(() => handOut(), [])

  const hasSlider = step.at === "sliding"
  useEffect(() => {
    const target = hasSlider ? body.current?.querySelector<HTMLElement>("[role=slider]") : field.current
    target?.focus()
  }, [hasSlider])
  useEffect(() => {
    if (problem !== null) field.current?.focus()
  }, [problem])

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    reauth.confirm(field.current?.value ?? "")
  }

  return (
    <Modal
      label={isLock ? "屏幕已锁定" : "身份验证"}
      place="middle"
      className={classes(css.dialog, isLock && css.locked)}
      onClose={cancel}
      staysBeside
    >
      <Stack as="form" gap={16} pad={24} className={css.form} noValidate onSubmit={onSubmit}>
        {isLock ? <LockHead /> : <ModuleHead mid={mid} askedBy={askedBy} operation={operation} />}
        <Row as="fieldset" gap={4} pad={4} surface="sunken" className={css.modes} disabled={isBusy}>
          <legend className="only-read-aloud">验证方式</legend>
          {modes.map(({ mode: value, label, icon }) => (
            <Row
              as="label"
              key={value}
              justify="center"
              gap={6}
              className={classes(css.mode, value === mode && css.chosen)}
            >
              <Radio
                name={`${id}-mode`}
                value={value}
                checked={value === mode}
                onChange={() => reauth.choose(value)}
              />
              <Icon name={icon} sizePx={17} />
              {label}
              <span className={css.ring} />
            </Row>
          ))}
        </Row>
        <div ref={body}>
          <div hidden={hasSlider}>
            {mode === reauthModes.password && <PasswordMode ref={field} reauth={reauth} />}
            {mode === reauthModes.sms && <SmsMode ref={field} reauth={reauth} />}
            {mode === reauthModes.qrcode && <QrcodeMode mid={mid} onConfirmed={reauth.succeed} />}
          </div>
          {step.at === "sliding" && (
            <Stack gap={10}>
              <Text as="p" tone="soft" centred>
                {captchaMessages.needed}
              </Text>
              <Slider
                key={step.turn}
                width={410}
                {...sliderFor(step.toward === "send" ? "sms" : "reauth")}
                notice={step.notice ?? undefined}
                onPassed={(answer) => reauth.slide(fieldsOf(answer))}
              />
            </Stack>
          )}
        </div>
        <Foot reauth={reauth} isLock={isLock} onSignedOut={onSignedOut} />
      </Stack>
      {!isLock && (
        <Button look="quiet" className={css.close} aria-label="关闭" onClick={reauth.cancel}>
          <Icon name="close" />
        </Button>
      )}
    </Modal>
  )
}

interface HeadProps {
  readonly icon: IconName
  readonly title: string
  readonly children: ReactNode
}

function Head({ icon, title, children }: HeadProps) {
  return (
    <Row align="start" gap={12} className={css.head}>
      <IconMark icon={icon} sizePx={44} tone="brand" />
      <Stack grow gap={4}>
        <Text as="h2" size={18}>
          {title}
        </Text>
        <Stack gap={4} tone="soft">
          {children}
        </Stack>
      </Stack>
    </Row>
  )
}

/** Says what is about to happen. */
function ModuleHead({ mid, askedBy, operation }: Pick<ReauthDialogProps, "mid" | "askedBy" | "operation">) {
  return (
    <Head icon="shield" title="身份验证">
      <p>
        {operation !== null ? (
          <>
            即将在“{operation.site}”中进行<b>{operation.name}</b>，请先确认是您本人。
          </>
        ) : isSensitiveModule(mid) ? (
          <>
            即将<b>{sensitiveModules[mid].name}</b>，请先确认是您本人。
          </>
        ) : (
          "即将进行敏感操作，请先确认是您本人。"
        )}
      </p>
      {askedBy !== null && (
        <Row as="p" wrap gap={4} breaks>
          <Icon name="link" sizePx={15} />由 <b>{new URL(askedBy).host}</b> 发起
        </Row>
      )}
    </Head>
  )
}

function LockHead() {
  const user = useUser()
  return (
    <Head icon="lock" title="屏幕已锁定">
      <p>{replyMessages.locked}。</p>
      {user && (
        <>
          <p>页面上已填写的内容不会丢失。</p>
          <Row as="p" wrap gap={4} columnGap={8}>
            <Icon name="person" sizePx={16} />
            <b>{user.nickname}</b>
            <span>{user.orgname}</span>
          </Row>
        </>
      )}
    </Head>
  )
}

interface FootProps {
  readonly reauth: Reauth
  readonly isLock: boolean
  readonly onSignedOut: () => void
}

function Foot({ reauth, isLock, onSignedOut }: FootProps) {
  const { mode, step } = reauth.state
  const [leaving, setLeaving] = useState<"no" | "yes" | { readonly why: string }>("no")

  async function leave() {
    setLeaving("yes")
    try {
      if ((await signOut()) !== "here") return
      onSignedOut()
      reauth.cancel()
    } catch (error) {
      setLeaving({ why: messageOf(error, sessionMessages.signOutFailed) ?? sessionMessages.signOutFailed })
    }
  }

  return (
    <Stack gap={8}>
      {typeof leaving === "object" && (
        <Row as="p" gap={6} tone="danger" role="alert">
          <Icon name="danger" sizePx={15} />
          {leaving.why}
        </Row>
      )}
      <Row justify="end" gap={8} onPhone="share">
        {step.at === "sliding" && (
          <Button className={css.back} onClick={reauth.stepBack}>
            <Icon name="back" sizePx={16} />
            返回
          </Button>
        )}
        {isLock ? (
          <Button onClick={() => void leave()} disabled={leaving === "yes"}>
            <Icon name="exit" sizePx={16} />
            退出登录
          </Button>
        ) : (
          <Button onClick={reauth.cancel}>取消</Button>
        )}
        {mode !== reauthModes.qrcode && step.at !== "sliding" && (
          <Button
            type="submit"
            look="primary"
            aria-busy={step.at === "verifying"}
            disabled={step.at === "sending"}
          >
            {step.at === "verifying" && <Spinner sizePx={16} />}
            {step.at === "verifying" ? "正在验证…" : "确定"}
          </Button>
        )}
      </Row>
    </Stack>
  )
}
