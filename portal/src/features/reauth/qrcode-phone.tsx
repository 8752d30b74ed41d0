import { qrcodeMessages, ticketParameter, type AskedByQrcode } from "@uc/contract/qrcodes/calls"
import { useEffect, useEffectEvent } from "react"
import { useNavigate } from "react-router"
import { Link } from "../../ui/navigation/link.tsx"
import { nowMs } from "../../platform/browser/clock.ts"
import { useUser } from "../../platform/session/session.ts"
import { useSecondsLeft } from "../../platform/session/use-seconds-left.ts"
import { keepWantedAddress } from "../../platform/session/wanted-address.ts"
import { Grid } from "../../ui/primitives/grid.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { Fact, Facts } from "../../ui/data/facts.tsx"
import { Button, buttonClass } from "../../ui/forms/button.tsx"
import { Delayed } from "../../ui/layout/delayed.tsx"
import { Icon, type IconName } from "../../ui/navigation/icon.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import { QrcodeResult } from "./qrcode-frame.tsx"
import { isOver, type PhoneView, type Turned } from "./qrcode-phone-state.ts"
import { useQrcodePhone } from "./use-qrcode-phone.ts"
import css from "./qrcode.module.css"

const turned: Readonly<Record<Turned, { readonly title: string; readonly icon: IconName }>> = {
  over: { title: "二维码已失效", icon: "clock" },
  otherUser: { title: "不是同一个账号", icon: "people" },
  otherPhone: { title: "已被另一台手机扫描", icon: "phone" },
  bySource: { title: "不能用这部手机确认", icon: "link" },
  sameSession: { title: "请换一台手机确认", icon: "screen" },
  unsafe: { title: "数字两次选错", icon: "danger" },
}

const homeward = (
  <Link to="/main/home" replace className={buttonClass({ size: "large" })}>
    返回首页
  </Link>
)

interface QrcodePhoneProps {
  readonly ticket: string
  /** The ticket is void: it is removed from the address. */
  readonly onOver: () => void
}

export function QrcodePhone({ ticket, onOver }: QrcodePhoneProps) {
  const navigate = useNavigate()
  const { view, confirm, refuse, look, timePassed } = useQrcodePhone(ticket)
  const over = isOver(view)
  const tellOver = useEffectEvent(onOver)
  useEffect(() => {
    if (over) tellOver()
  }, [over])

  function goToSignIn() {
    keepWantedAddress(`/getQrcode?${ticketParameter}=${encodeURIComponent(ticket)}`, null)
    // Replaced, so that the ticket does not stay in the history.
    void navigate("/newLogin", { replace: true })
  }

  switch (view.at) {
    case "unopened":
      return (
        <QrcodeResult
          icon="scan"
          tone="soft"
          title="查看确认请求"
          words="如果您刚刚扫描了自己电脑上的二维码，请继续。如果是别人发来的链接，请关闭本页。"
          actions={
            <Button look="primary" size="large" onClick={look}>
              查看请求
            </Button>
          }
        />
      )
    case "asking":
      return (
        <Delayed>
          <Stack grow gap={12} tone="soft" className={css.result} role="status">
            <Spinner sizePx={32} />
            <p>正在读取二维码…</p>
          </Stack>
        </Delayed>
      )
    case "signed-out":
      return (
        <QrcodeResult
          icon="person"
          tone="soft"
          title="请先在这台手机上登录"
          words="登录后会回到这里，继续确认。请使用与电脑相同的账号。"
          actions={
            <Button look="primary" size="large" onClick={goToSignIn}>
              去登录
            </Button>
          }
        />
      )
    case "failed":
      return (
        <QrcodeResult
          icon="caution"
          tone="caution"
          title="二维码读取失败"
          words={view.sentence}
          actions={
            <Button look="primary" size="large" onClick={look}>
              重试
            </Button>
          }
        />
      )
    case "asked":
      return <Asked view={view} onConfirm={confirm} onRefuse={refuse} onTimePassed={timePassed} />
    case "confirmed":
      return (
        <QrcodeResult
          icon="done"
          tone="done"
          title={view.kind === "login" ? "已确认登录" : "已确认"}
          words="请回到电脑继续操作，本页可以关闭。"
          actions={homeward}
        />
      )
    case "refused":
      return (
        <QrcodeResult
          icon="shield"
          tone="soft"
          title="已拒绝"
          words="这次请求不会生效。如果不是您本人发起的，建议尽快修改密码。"
          actions={
            <Link to="/main/account" replace className={buttonClass({ size: "large" })}>
              账号与安全
            </Link>
          }
        />
      )
    case "turned":
      return (
        <QrcodeResult
          icon={turned[view.why].icon}
          tone={view.why === "over" ? "soft" : "caution"}
          title={turned[view.why].title}
          words={qrcodeMessages[view.why]}
          actions={homeward}
        />
      )
  }
}

interface AskedProps {
  readonly view: Extract<PhoneView, { readonly at: "asked" }>
  readonly onConfirm: (number?: string) => Promise<void>
  readonly onRefuse: () => Promise<void>
  readonly onTimePassed: () => void
}

function Asked({ view, onConfirm, onRefuse, onTimePassed }: AskedProps) {
  const { asked, isBusy, wrong, problem } = view
  const user = useUser()
  const isSignIn = asked.kind === "login"
  const secondsLeft = useSecondsLeft(view.untilMs)
  const isTimeUp = secondsLeft === 0
  const tellTimePassed = useEffectEvent(onTimePassed)
  useEffect(() => {
    if (isTimeUp) tellTimePassed()
  }, [isTimeUp])

  return (
    <>
      <Stack grow gap={12} className={css.ask}>
        <Text as="h1" size={22}>
          {isSignIn ? "登录确认" : "身份确认"}
        </Text>
        <Text as="p" size={15} tone="soft">
          {isSignIn
            ? `有一台电脑请求登录${user ? `您的账号（${user.nickname}）` : "您的账号"}`
            : "您的账号正在电脑上进行一项需要确认的操作"}
        </Text>
        <AskedFacts asked={asked} />
        <Row as="p" gap={8} padX={12} padY={8} surface="caution" tone="caution">
          <Icon name="caution" sizePx={16} />
          如果不是您本人在操作，请拒绝。
        </Row>
      </Stack>
      <Stack gap={12}>
        <Row as="p" justify="center" gap={8} tone="danger" className={css.said} role="alert">
          {problem && <Icon name="danger" sizePx={16} />}
          {problem}
        </Row>
        {isSignIn ? (
          <>
            <Text as="p" size={16} weight={500} centred id="choose">
              请选择电脑屏幕上显示的数字
            </Text>
            <Grid columns={3} gap={12} role="group" aria-labelledby="choose">
              {asked.numbers.map((number) => (
                <button
                  key={number}
                  type="button"
                  className={css.number}
                  disabled={isBusy || wrong.includes(number)}
                  onClick={() => void onConfirm(number)}
                >
                  {number}
                </button>
              ))}
            </Grid>
          </>
        ) : (
          <Button look="primary" size="large" disabled={isBusy} onClick={() => void onConfirm()}>
            {isBusy && <Spinner />}
            确认
          </Button>
        )}
        <Button size="large" disabled={isBusy} onClick={() => void onRefuse()}>
          拒绝
        </Button>
        <Text as="p" size={13} tone="soft" figures centred role="timer" aria-live="off">
          {secondsLeft} 秒后失效
        </Text>
      </Stack>
    </>
  )
}

function AskedFacts({ asked }: { readonly asked: AskedByQrcode }) {
  const facts: readonly (readonly [string, string | null])[] = [
    ["操作", asked.what],
    ["账号", asked.nickname && [asked.nickname, asked.orgname].filter(Boolean).join("，")],
    ["浏览器", asked.browser],
    ["网络地址", asked.ip],
    ["发起时间", formatMoment(asked.asked, nowMs(), { withSeconds: true })],
  ]
  return (
    <Facts>
      {facts.map(
        ([name, value]) =>
          value && (
            <Fact key={name} label={name}>
              {value}
            </Fact>
          ),
      )}
    </Facts>
  )
}
