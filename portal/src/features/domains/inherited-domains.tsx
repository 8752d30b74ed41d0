import { domainHelpers, inheritedStateLabels, type InheritedDomain } from "@uc/contract/domains/calls"
import { domainUserFields } from "@uc/contract/domains/user-fields"
import { mixedContentProblem } from "@uc/contract/domains/mixed-content"
import { useState } from "react"
import { nowMs } from "../../platform/browser/clock.ts"
import { Button } from "../../ui/forms/button.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Card } from "../../ui/layout/card.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"

interface InheritedDomainsProps {
  readonly domains: readonly InheritedDomain[]
  readonly onWant: (domain: InheritedDomain, isWanted: boolean) => Promise<void>
}

const tones = { inForce: "done", declined: "caution", replaced: "plain" } as const

/** DISTRICT-12: what organisations above have listed. It can be declined here, and is changed there. */
export function InheritedDomains({ domains, onWant }: InheritedDomainsProps) {
  const [asked, setAsked] = useState<InheritedDomain | null>(null)
  return (
    <Card
      title="上级授权的网站"
      icon="tree"
      words="由上级单位统一授权，对本单位直接生效，在这里不能修改。本单位不需要时可以不采用；本单位自己添加了同一网站时，以本单位的设置为准。"
    >
      <Stack as="ul" padY={8}>
        {domains.map((domain) => (
          <Row as="li" key={domain.id} gap={12} justify="between" padY={10} line="bottom">
            <Stack gap={4}>
              <Row wrap columnGap={12} gap={4}>
                <Text as="strong" weight={500} breaks>
                  {domain.name}
                </Text>
                <Text tone="soft" breaks>
                  {domain.domainIp}
                </Text>
                <Tag tone={tones[domain.state]}>{inheritedStateLabels[domain.state]}</Tag>
                {mixedContentProblem(domain.domainIp, window.location.origin) !== null && (
                  <Tag tone="caution" icon="caution">
                    浏览器会拦截
                  </Tag>
                )}
              </Row>
              <Text tone="faint" size={13}>
                由{domain.listedBy}授权；可以使用：
                {domain.helpers.map((helper) => domainHelpers[helper]).join("、") || "仅打开页面"}
                {domain.helpers.includes("user") && domain.userFields.length > 0 && (
                  <>；可以获知：{domain.userFields.map((field) => domainUserFields[field]).join("、")}</>
                )}
                {domain.lastUsedAt !== null && <>；最近打开 {formatMoment(domain.lastUsedAt, nowMs())}</>}
              </Text>
            </Stack>
            {domain.state === "declined" ? (
              <Button aria-label={`恢复采用：${domain.name}`} onClick={() => void onWant(domain, true)}>
                恢复采用
              </Button>
            ) : (
              <Button aria-label={`不采用：${domain.name}`} onClick={() => setAsked(domain)}>
                不采用
              </Button>
            )}
          </Row>
        ))}
      </Stack>
      {asked && (
        <ConfirmDialog
          title="本单位不采用该网站？"
          words={`“${asked.name}”（${asked.domainIp}）的页面将立即不能在本单位打开，其他单位不受影响。以后可以恢复采用。`}
          confirm="不采用"
          onConfirm={async () => {
            await onWant(asked, false)
            return null
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </Card>
  )
}
