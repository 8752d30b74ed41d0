import { identityCalls, identityMessages, type OwnLink } from "@uc/contract/identity-sources/calls"
import { sourceKindLabels } from "@uc/contract/identity-sources/kinds"
import { identityBase } from "@uc/contract/identity-sources/problems"
import { useState } from "react"
import { nowMs } from "../../platform/browser/clock.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useAction } from "../../platform/http/use-action.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { SecondLine } from "../../ui/data/second-line.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Button, buttonClass } from "../../ui/forms/button.tsx"
import { Card } from "../../ui/layout/card.tsx"
import { IconMark } from "../../ui/marks/icon-mark.tsx"
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"

/** SSO-4: who else may vouch for the person. Where nobody can, there is nothing to show. */
export function OwnIdentities() {
  const { data, error, refetch } = useCall(identityCalls.own, {})
  const [leaving, setLeaving] = useState<OwnLink | null>(null)
  const { attempt } = useAction({ shown: [identityCalls.own] })
  if (data && data.links.length === 0 && data.sources.length === 0) return null

  async function unlink({ id }: OwnLink): Promise<string | null> {
    try {
      await attempt(identityCalls.unlink, { id })
      showToast("success", identityMessages.unlinked)
      return null
    } catch (problem) {
      return messageOf(problem)
    }
  }

  return (
    <Card
      title="绑定的外部身份"
      icon="link"
      words="绑定后可以直接用它登录。修改密码后会自动解除，需要重新绑定。"
    >
      {error && !data ? (
        <ErrorState title="外部身份加载失败" words={messageOf(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <BarsSkeleton heightsPx={[48]} />
      ) : (
        <Stack gap={12} padY={8}>
          {data.links.length > 0 && (
            <Stack as="ul" aria-label="绑定的外部身份">
              {data.links.map((link, at) => (
                <Row as="li" key={link.id} gap={12} padY={8} {...(at > 0 && { line: "top" as const })}>
                  <IconMark icon="link" sizePx={36} />
                  <Stack grow>
                    <Text breaks>{`${link.source} · ${link.label}`}</Text>
                    <SecondLine>
                      {`${sourceKindLabels[link.kind]} · ${formatMoment(link.linkedAt, nowMs())}绑定`}
                      {link.lastUsedAt !== null && ` · ${formatMoment(link.lastUsedAt, nowMs())}用过`}
                    </SecondLine>
                  </Stack>
                  <Button aria-label={`解除绑定${link.source}`} onClick={() => setLeaving(link)}>
                    解除绑定
                  </Button>
                </Row>
              ))}
            </Stack>
          )}
          {data.sources.length > 0 && (
            <Row gap={8} wrap>
              {data.sources.map(({ key, name }) => (
                // Another server answers it: no route of this page.
                <a key={key} href={bindAddress(key)} className={buttonClass()}>
                  绑定“{name}”
                </a>
              ))}
            </Row>
          )}
        </Stack>
      )}
      {leaving && (
        <ConfirmDialog
          title={`解除绑定“${leaving.source}”？`}
          words="解除后不能再用它登录，用它登录的其他设备会退出；需要时可以重新绑定。"
          confirm="解除绑定"
          onConfirm={() => unlink(leaving)}
          onClose={() => setLeaving(null)}
        />
      )}
    </Card>
  )
}

/** Back to this page. */
function bindAddress(key: string): string {
  const here = new URL("#/main/account", document.baseURI).href
  return `${identityBase}/${key}?${new URLSearchParams({ returnUrl: here }).toString()}`
}
