import { manageCalls } from "@uc/contract/manage/calls"
import { holds } from "@uc/contract/roles/permissions"
import { Link } from "../../ui/navigation/link.tsx"
import { nowMs } from "../../platform/browser/clock.ts"
import { useUser } from "../../platform/session/session.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { buttonClass } from "../../ui/forms/button.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Page } from "../../ui/layout/page.tsx"
import { Grid } from "../../ui/primitives/grid.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { BackupLine } from "./backup-line.tsx"
import { backupWords } from "./backup-words.ts"
import { formatCount, tilesFor } from "./manage-tiles.ts"
import css from "./manage.module.css"

/** HOME-5, ROUTE-4: the entry to everything that the user administers. */
export function Component() {
  const user = useUser()
  const groups = user ? tilesFor(user) : []
  // The numbers are loaded after the tiles; without them the tiles still work.
  const { data } = useCall(
    manageCalls.overview,
    {},
    { isEnabled: user !== null && holds(user, "manage.overview") },
  )
  if (!user) return null
  if (groups.length === 0)
    return (
      <EmptyState
        isPage
        art="empty"
        title="您没有需要管理的内容"
        words="管理功能由单位管理员、区域管理员或平台管理员使用。如需权限，请联系本单位管理员。"
        actions={
          <Link to="/main/home" className={buttonClass({ look: "primary" })}>
            返回首页
          </Link>
        }
      />
    )
  const backup = data?.backup ? backupWords(data.backup, nowMs()) : null
  return (
    <Page title="管理" words={`${user.orgname} · 您可以管理的全部内容`}>
      {backup?.isAlert && <BackupLine {...backup} />}
      {groups.map(({ title, tiles }) => (
        <Stack as="section" key={title} gap={12} aria-label={title}>
          <Text as="h2" tone="soft" size={15}>
            {title}
          </Text>
          <Grid as="ul" leastPx={264} gap={12}>
            {tiles.map((tile) => (
              <li key={tile.title}>
                <Row
                  as={Link}
                  to={tile.to}
                  gap={12}
                  align="start"
                  pad={16}
                  surface="card"
                  className={css.tile}
                >
                  <span className={css.mark}>
                    <Icon name={tile.icon} sizePx={22} />
                  </span>
                  <Stack as="span" gap={2} grow>
                    <Text as="b" size={15} weight={500}>
                      {tile.title}
                    </Text>
                    <Text as="small" tone="faint" size={13}>
                      {tile.words}
                    </Text>
                    {tile.count && (
                      <Text tone="brand" figures className={css.count}>
                        {formatCount(tile, data)}
                      </Text>
                    )}
                  </Stack>
                </Row>
              </li>
            ))}
          </Grid>
        </Stack>
      ))}
      {backup && !backup.isAlert && <BackupLine {...backup} />}
    </Page>
  )
}
