import { sessionLimits, type OwnSession } from "@uc/contract/account/calls"
import { useState } from "react"
import { Text } from "../../ui/primitives/text.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { Card } from "../../ui/layout/card.tsx"
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { DeviceRow, DevicesSkeleton, When } from "./device-list.tsx"

interface OwnSessionsProps {
  /** Null: still loading. */
  readonly sessions: readonly OwnSession[] | null
  readonly onEnd: (session: OwnSession) => Promise<void>
  readonly onEndOthers: () => Promise<string | null>
}

export function OwnSessions({ sessions, onEnd, onEndOthers }: OwnSessionsProps) {
  const [isAsking, setAsking] = useState(false)
  const [ending, setEnding] = useState<string | null>(null)
  const elsewhere = sessions?.filter(({ isCurrent }) => !isCurrent) ?? []
  const others = elsewhere.length
  // This session first.
  const ordered = [...(sessions?.filter(({ isCurrent }) => isCurrent) ?? []), ...elsewhere]

  async function end(session: OwnSession) {
    setEnding(session.id)
    await onEnd(session)
    setEnding(null)
  }

  return (
    <Card
      title="登录中的设备"
      icon="screen"
      words={`同一账号最多 ${sessionLimits.perUser} 台设备同时登录；${sessionLimits.idleMinutes} 分钟未操作自动锁定，${sessionLimits.absoluteHours} 小时后需重新登录。`}
      actions={others > 0 && <Button onClick={() => setAsking(true)}>退出其他所有设备</Button>}
    >
      {sessions === null ? (
        <DevicesSkeleton rows={2} />
      ) : (
        <ul>
          {ordered.map((session, at) => (
            <DeviceRow
              key={session.id}
              isFirst={at === 0}
              browser={session.browser}
              tags={
                <>
                  {session.isCurrent && <Tag tone="brand">本机</Tag>}
                  {session.isLocked && (
                    <Tag tone="caution" icon="lock">
                      已锁定
                    </Tag>
                  )}
                </>
              }
              facts={[
                <>地址 {session.ip ?? "未知"}</>,
                <>
                  登录于 <When at={session.began} />
                </>,
                <>
                  最近操作 <When at={session.lastActive} />
                </>,
              ]}
              action={
                !session.isCurrent && (
                  <Button
                    aria-label={`退出该设备：${session.browser}`}
                    disabled={ending === session.id}
                    onClick={() => void end(session)}
                  >
                    退出该设备
                  </Button>
                )
              }
            />
          ))}
        </ul>
      )}
      {sessions !== null && others === 0 && (
        <Text as="p" tone="faint">
          没有其他设备在登录。
        </Text>
      )}
      {isAsking && (
        <ConfirmDialog
          title="退出其他所有设备？"
          words={`将退出其他 ${others} 台设备的登录，这些设备上没有保存的内容会丢失。本机不受影响。`}
          confirm={`退出 ${others} 台设备`}
          onConfirm={onEndOthers}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  )
}
