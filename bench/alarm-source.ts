import { createHmac, randomUUID } from "node:crypto"
import { Agent, request } from "node:http"
import { demoSource, alarmSourceCalls, signatureHeaders, signedHead } from "@uc/contract/alarm-sources/calls"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import type { Call } from "@uc/contract/core/call"

interface Load {
  readonly orgs: readonly string[]
  readonly batch: number
  readonly seconds: number
}

/** The demo mode's source, with connections that stay open. */
export function alarmSource(address: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })

  const ask = (call: Call, input: unknown) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const body = call.method === "POST" ? JSON.stringify(input) : ""
      const timestamp = String(Math.floor(Date.now() / 1000))
      const path = `${defaultSiteConfig.services[call.service]}${call.path}`
      const signature = createHmac("sha256", demoSource.secret)
        .update(`${signedHead(timestamp, call.method, path)}${body}`)
        .digest("hex")
      const asking = request(
        `${address}${path}`,
        {
          agent,
          method: call.method,
          headers: {
            [signatureHeaders.source]: demoSource.key,
            [signatureHeaders.timestamp]: timestamp,
            [signatureHeaders.signature]: signature,
            ...(body === ""
              ? {}
              : { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
          },
        },
        (answer) => {
          let text = ""
          answer
            .setEncoding("utf8")
            .on("data", (more: string) => (text += more))
            .on("end", () => resolve({ status: answer.statusCode ?? 0, text }))
        },
      )
      asking.on("error", reject)
      asking.end(body)
    })

  const source = {
    close: () => agent.destroy(),
    async organisations(): Promise<string[]> {
      const { text } = await ask(alarmSourceCalls.organisations, {})
      const { organisations } = alarmSourceCalls.organisations.output.parse(
        (JSON.parse(text) as { data: unknown }).data,
      )
      return organisations.map(({ orgid }) => orgid)
    },
    /** Gives how many came in; none where the source was told to wait. */
    async report(orgs: readonly string[], count: number): Promise<number> {
      const createtime = new Date(Date.now() + 8 * 3600_000).toISOString().slice(0, 19).replace("T", " ")
      const items = Array.from({ length: count }, (_, at) => ({
        uuid: randomUUID(),
        orgid: orgs[at % orgs.length],
        model_code: "gas",
        alarm_level: 2,
        createtime,
        address: "食堂后厨",
        detail: "可燃气体浓度超过阈值，请关闭阀门并疏散人员",
      }))
      const { status, text } = await ask(alarmSourceCalls.report, { items })
      if (status === 429) return 0
      if (status !== 200) throw new Error(`Reporting was answered with ${status}: ${text}`)
      return alarmSourceCalls.report.output.parse((JSON.parse(text) as { data: unknown }).data).accepted
    },
    /** As fast as all its connections can. */
    async acceptedPerSecond({ orgs, batch, seconds }: Load): Promise<number> {
      const beganMs = performance.now()
      let accepted = 0
      const worker = async () => {
        while (performance.now() - beganMs < seconds * 1000) {
          const taken = await source.report(orgs, batch)
          accepted += taken
          if (taken === 0) await new Promise((resolve) => setTimeout(resolve, 20))
        }
      }
      await Promise.all(Array.from({ length: connections }, worker))
      return accepted / ((performance.now() - beganMs) / 1000)
    },
  }
  return source
}
