import { usertypes, type Usertype } from "@uc/contract/account/calls"
import { onlineUserCalls, onlineUserLimits } from "@uc/contract/online-users/calls"
import { z } from "zod"
import { filter, pageAt, sorting, urlFilters } from "../../page-kit/list/url-filters.ts"

type UsertypeKey = `${Usertype}`

export const onlineFilters = urlFilters({
  username: filter(z.string().max(onlineUserLimits.searched)),
  usertype: filter(z.enum(Object.values(usertypes).map(String) as [UsertypeKey, ...UsertypeKey[]])),
  after: pageAt(z.string().max(100)),
  sort: sorting(onlineUserCalls.list),
})
