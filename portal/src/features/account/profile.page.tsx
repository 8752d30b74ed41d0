import { profileMessages, type Profile } from "@uc/contract/account/profile-calls"
import { useEffect, useRef, useState } from "react"
import { Link } from "../../ui/navigation/link.tsx"
import { messageOf } from "../../platform/http/failure.ts"
import { useUser } from "../../platform/session/session.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { Grid } from "../../ui/primitives/grid.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { Avatar } from "../../ui/marks/avatar.tsx"
import { buttonClass } from "../../ui/forms/button.tsx"
import { Card } from "../../ui/layout/card.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { EmailRow } from "./email-row.tsx"
import { HomePageForm } from "./home-page-form.tsx"
import { OwnOrganisations } from "./own-organisations.tsx"
import { askOwnProfile, useOwnProfile } from "./own-profile.ts"
import { PhoneRow } from "./phone-row.tsx"
import { PictureForm } from "./picture-form.tsx"
import { SignatureForm } from "./signature-form.tsx"

/** What others see of a person, and what the portal opens for them. */
export function Component() {
  const user = useUser()
  const profile = useOwnProfile()
  const [problem, setProblem] = useState<string | null>(null)
  const isAsked = useRef(false)

  async function ask() {
    setProblem(null)
    try {
      await askOwnProfile()
    } catch (error) {
      setProblem(messageOf(error))
    }
  }

  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    void ask()
  })

  if (!user) return null
  return (
    <Stack gap={16}>
      <Row as="header" wrap gap={16}>
        <Avatar name={user.nickname} picture={user.himg} sizePx={64} />
        <Stack grow>
          <Text as="h1" size={20}>
            {user.nickname}
          </Text>
          <Row as="p" wrap columnGap={16} tone="soft" breaks>
            {user.orgname}
            {user.signature && <Text tone="faint">“{user.signature}”</Text>}
          </Row>
        </Stack>
        <Link to="/main/account" className={buttonClass()}>
          账号与安全
        </Link>
      </Row>
      {profile ? (
        <Cards profile={profile} nickname={user.nickname} />
      ) : problem === null ? (
        <BarsSkeleton heightsPx={[180, 180]} />
      ) : (
        <ErrorState title="个人资料加载失败" words={problem} onRetry={ask} />
      )}
    </Stack>
  )
}

function Cards({ profile, nickname }: { readonly profile: Profile; readonly nickname: string }) {
  return (
    <Grid columns={2} gap={16} align="start">
      <Card title="个人资料" icon="person" words="同事可以看到您的头像和签名。">
        <Stack gap={16} padY={12}>
          <PictureForm nickname={nickname} himg={profile.himg} />
          <SignatureForm key={profile.signature} signature={profile.signature ?? ""} />
          <PhoneRow phone={profile.phone} />
          <EmailRow email={profile.email} />
        </Stack>
      </Card>
      <Stack gap={16}>
        <Card title="登录后打开" icon="home" words="登录后首先看到的页面，从您自己的菜单中选择。">
          <HomePageForm
            place={profile.homePage}
            onSaved={() => showToast("success", profileMessages.homePageSaved)}
          />
        </Card>
        <Card
          title="所属单位"
          icon="building"
          words="在多个单位任职的，可关联各单位的账号，然后在页面顶部直接切换。"
        >
          <OwnOrganisations
            organisations={profile.organisations}
            switchesByPassword={profile.switchesByPassword}
          />
        </Card>
      </Stack>
    </Grid>
  )
}
