import { noticeCalls } from "@uc/contract/notices/calls"
import { useAction } from "../../platform/http/use-action.ts"

export const useNoticeAction = () =>
  useAction({ shown: [noticeCalls.written, noticeCalls.writtenDetail, noticeCalls.list] })
