import { applicationClaimLabels } from "@uc/contract/applications/application-claims"
import { applicationConsentCalls, type GivenConsent } from "@uc/contract/applications/consent-calls"
import { useState } from "react"
import { nowMs } from "../../platform/browser/clock.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useAction } from "../../platform/http/use-action.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Button } from "../../ui/forms/button.tsx"
import { Card } from "../../ui/layout/card.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { menuIcon } from "../../ui/navigation/menu-icon.ts"
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"

/** SSO-3: the applications that one has let know something of oneself, to take it back. */
export function GivenConsents() {
  const { data, error, refetch } = useCall(applicationConsentCalls.list, {})
  const [asked, setAsked] = useState<GivenConsent | null>(null)
  const { attempt } = useAction({ shown: [applicationConsentCalls.list] })

  async function withdraw({ id }: GivenConsent): Promise<string | null> {
    try {
      await attempt(applicationConsentCalls.withdraw, { id })
      showToast("success", "已收回授权")
      return null
    } catch (problem) {
      return messageOf(problem)
    }
  }

  return (
    <Card
      title="应用授权"
      icon="link"
      words="您同意过这些应用获知您的信息。收回后，应用中的登录随之退出，下次登录时会再次请您同意。"
    >
      {!data && error ? (
        <Row gap={8} wrap padY={12}>
          <Text as="p" tone="danger" role="alert">
            {messageOf(error)}
          </Text>
          <Button onClick={() => void refetch()}>重试</Button>
        </Row>
      ) : !data ? (
        <BarsSkeleton heightsPx={[48]} />
      ) : data.consents.length === 0 ? (
        <Text as="p" tone="faint" padY={12}>
          暂无。登录其他单位的应用时，会先请您同意。
        </Text>
      ) : (
        <ul>
          {data.consents.map((consent) => (
            <Consent key={consent.id} consent={consent} onWithdraw={() => setAsked(consent)} />
          ))}
        </ul>
      )}
      {asked && (
        <ConfirmDialog
          title={`收回给“${asked.name}”的授权？`}
          words="该应用中的登录会立即退出。已经获知的信息由该应用的单位保管，收回不会删除它们。"
          confirm="收回"
          onConfirm={() => withdraw(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </Card>
  )
}

interface ConsentProps {
  readonly consent: GivenConsent
  readonly onWithdraw: () => void
}

function Consent({ consent: { name, icon, orgname, claims, givenAt }, onWithdraw }: ConsentProps) {
  return (
    <Row as="li" gap={12} padY={10} line="bottom">
      <Icon name={menuIcon(icon, "apps")} sizePx={20} />
      <Stack grow gap={2}>
        <b>{name}</b>
        <Text size={13} tone="soft">
          {`${orgname} · ${claims.map((claim) => applicationClaimLabels[claim]).join("、") || "只知道人员编号"}`}
        </Text>
        <Text as="time" size={13} tone="faint" title={givenAt}>
          {`${formatMoment(givenAt, nowMs())}同意`}
        </Text>
      </Stack>
      <Button aria-label={`收回给${name}的授权`} onClick={onWithdraw}>
        收回
      </Button>
    </Row>
  )
}
