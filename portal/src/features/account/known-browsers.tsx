import type { OwnDevice } from "@uc/contract/account/calls"
import { useState } from "react"
import { Text } from "../../ui/primitives/text.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { Card } from "../../ui/layout/card.tsx"
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { DeviceRow, DevicesSkeleton, When } from "./device-list.tsx"

interface KnownBrowsersProps {
  readonly devices: readonly OwnDevice[] | null
  readonly onForget: (device: OwnDevice) => Promise<string | null>
}

/** LOGIN-5: browsers that stay usable for the owner while wrong guesses of others lock the account. */
export function KnownBrowsers({ devices, onForget }: KnownBrowsersProps) {
  const [asked, setAsked] = useState<OwnDevice | null>(null)
  return (
    <Card
      title="常用设备"
      icon="shield"
      words="密码被他人多次输错、账号锁定时，这些设备仍可正常登录。不再使用或不认识的设备，请移除。"
    >
      {devices === null ? (
        <DevicesSkeleton rows={2} />
      ) : devices.length === 0 ? (
        <Text as="p" tone="faint" padY={12}>
          暂无记录。登录成功后，使用的设备会显示在这里。
        </Text>
      ) : (
        <ul>
          {devices.map((device, at) => (
            <DeviceRow
              key={device.id}
              isFirst={at === 0}
              browser={device.browser}
              tags={device.isCurrent && <Tag tone="brand">本机</Tag>}
              facts={[
                <>地址 {device.ip ?? "未知"}</>,
                <>
                  首次使用 <When at={device.firstUsed} />
                </>,
                <>
                  最近使用 <When at={device.lastUsed} />
                </>,
              ]}
              action={
                !device.isCurrent && (
                  <Button aria-label={`移除：${device.browser}`} onClick={() => setAsked(device)}>
                    移除
                  </Button>
                )
              }
            />
          ))}
        </ul>
      )}
      {asked && (
        <ConfirmDialog
          title="移除该设备？"
          words={`${asked.browser} 上的登录会同时退出；下次登录将按新设备处理。`}
          confirm="移除"
          onConfirm={() => onForget(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </Card>
  )
}
