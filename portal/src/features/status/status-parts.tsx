import {
  statusMessages,
  type StatusJob,
  type StatusOverview,
  type StatusProcess,
} from "@uc/contract/status/calls"
import { DataTable, type Column } from "../../ui/data/data-table.tsx"
import { Fact, Facts } from "../../ui/data/facts.tsx"
import { SmallEmptyState } from "../../ui/feedback/small-empty-state.tsx"
import { inThousands } from "../../ui/format/in-thousands.ts"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Card } from "../../ui/layout/card.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import type { IconName } from "../../ui/navigation/icon.tsx"
import { Grid } from "../../ui/primitives/grid.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { nowMs } from "../../platform/browser/clock.ts"
import { secondsInWords, sizeInWords } from "./in-words.ts"

type SlowCall = NonNullable<StatusOverview["slowest"]>[number]

/** The parts of 运行状态 below what is wrong. */
export function StatusParts({ overview }: { readonly overview: StatusOverview }) {
  const { processes, jobs, slowest } = overview
  return (
    <>
      <Grid columns={2} gap={16}>
        <Product overview={overview} />
        <Database overview={overview} />
        <Room overview={overview} />
        <Queues overview={overview} />
      </Grid>
      <TablePart
        title="服务进程"
        icon="apps"
        words="每个进程约 15 秒报告一次"
        columns={processColumns}
        rows={processes}
        keyOf={({ id }) => id}
        empty="尚无进程报告状态"
      />
      <TablePart
        title="定时任务"
        icon="clock"
        words="所有进程中最近一次运行的结果；运行情况至多每分钟记录一次"
        columns={jobColumns}
        rows={jobs}
        keyOf={({ name }) => name}
        empty="尚无运行记录"
      />
      <TablePart
        title="今天最慢的接口"
        icon="chart"
        words={statusMessages.onlyThisProcess}
        columns={slowColumns}
        rows={slowest}
        keyOf={({ call }) => call}
        empty="今天尚无请求"
      />
    </>
  )
}

function Product({ overview: { product } }: { readonly overview: StatusOverview }) {
  return (
    <Card title="版本" icon="info">
      <Facts>
        <Fact label="产品版本">{product.version}</Fact>
        <Fact label="代码提交">{product.commit ?? "未知"}</Fact>
        <Fact label="Node.js">{product.node}</Fact>
        <Fact label="启动时间">
          <Moment at={product.startedAt} />
        </Fact>
      </Facts>
    </Card>
  )
}

function Database({ overview: { database } }: { readonly overview: StatusOverview }) {
  return (
    <Card title="数据库" icon="table">
      {database === null ? (
        <Unreadable />
      ) : (
        <Facts>
          <Fact label="版本">
            PostgreSQL {database.version}
            {database.isEmbedded && "（内置）"}
          </Fact>
          <Fact label="角色">{database.role}</Fact>
          <Fact label="大小">{sizeInWords(database.sizeBytes)}</Fact>
          <Fact label="连接">
            {database.connections} / {database.maxConnections}
          </Fact>
          <Fact label="连接池">
            使用中 {database.pool.busy}，空闲 {database.pool.idle}，上限 {database.pool.most}
            {database.pool.waiting > 0 && `，${database.pool.waiting} 个请求在等待`}
          </Fact>
          <Fact label="备库">
            {database.standbys === 0
              ? "无"
              : `${database.standbys} 个，延迟${database.lagS === null ? "未知" : ` ${database.lagS.toFixed(1)} 秒`}`}
          </Fact>
        </Facts>
      )}
    </Card>
  )
}

/** Disks, the certificate and the backup: what comes to an end if nobody looks. */
function Room({ overview: { disks, certificate, checks } }: { readonly overview: StatusOverview }) {
  const foundBy = (id: string) => checks.find((check) => check.id === id)?.found ?? "未知"
  return (
    <Card title="磁盘、证书与备份" icon="folder">
      <Facts>
        {(disks ?? []).map(({ folder, freeBytes, totalBytes }) => (
          <Fact key={folder} label={folder}>
            剩余 {sizeInWords(freeBytes)}，共 {sizeInWords(totalBytes)}
          </Fact>
        ))}
        {disks === null && <Fact label="磁盘">{foundBy("disk")}</Fact>}
        <Fact label="证书">
          {certificate === null ? foundBy("certificate") : `剩余 ${certificate.daysLeft} 天`}
        </Fact>
        <Fact label="最近备份">{foundBy("backup")}</Fact>
      </Facts>
    </Card>
  )
}

function Queues({ overview: { queues } }: { readonly overview: StatusOverview }) {
  return (
    <Card title="队列" icon="task">
      {queues === null ? (
        <Unreadable />
      ) : (
        <Facts>
          {queues.map(({ name, title, waiting, oldestS }) => (
            <Fact key={name} label={title}>
              {inThousands(waiting)}
              {waiting > 0 && oldestS !== null && `，最早的已等待 ${secondsInWords(oldestS)}`}
            </Fact>
          ))}
        </Facts>
      )}
    </Card>
  )
}

interface TablePartProps<Item> {
  readonly title: string
  readonly icon: IconName
  readonly words: string
  readonly columns: readonly Column<Item>[]
  /** Null: it could not be read; the checks say why. */
  readonly rows: readonly Item[] | null
  readonly keyOf: (row: Item) => string
  readonly empty: string
}

function TablePart<Item>({ title, icon, words, columns, rows, keyOf, empty }: TablePartProps<Item>) {
  return (
    <Card title={title} icon={icon} words={words}>
      {rows === null ? (
        <Unreadable />
      ) : rows.length === 0 ? (
        <SmallEmptyState icon={icon} words={empty} />
      ) : (
        <DataTable label={title} columns={columns} rows={rows} keyOf={keyOf} />
      )}
    </Card>
  )
}

function Unreadable() {
  return (
    <Text as="p" tone="caution" padY={8}>
      无法读取，原因见“需要处理”
    </Text>
  )
}

function Moment({ at }: { readonly at: string | null }) {
  if (at === null) return "—"
  return (
    <time title={at} dateTime={`${at.replace(" ", "T")}+08:00`}>
      {formatMoment(at, nowMs(), { withSeconds: true })}
    </time>
  )
}

const processColumns: readonly Column<StatusProcess>[] = [
  {
    title: "进程",
    isName: true,
    cell: ({ host, pid, isThis, isSilent }) => (
      <Row as="span" gap={8} wrap>
        <Text breaks>
          {host} · {pid}
        </Text>
        {isThis && <Tag tone="brand">当前</Tag>}
        {isSilent && (
          <Tag tone="caution" icon="caution">
            无响应
          </Tag>
        )}
      </Row>
    ),
  },
  { title: "版本", width: "90px", cell: ({ version }) => version },
  { title: "启动时间", width: "150px", cell: ({ startedAt }) => <Moment at={startedAt} /> },
  { title: "最近报告", width: "150px", cell: ({ seenAt }) => <Moment at={seenAt} /> },
  { title: "内存", width: "90px", cell: ({ memoryBytes }) => sizeInWords(memoryBytes) },
  { title: "最长延迟", width: "100px", cell: ({ delayMs }) => `${Math.round(delayMs)} 毫秒` },
  { title: "事件流", width: "80px", cell: ({ streams }) => inThousands(streams) },
]

const jobColumns: readonly Column<StatusJob>[] = [
  { title: "任务", isName: true, cell: ({ title }) => title },
  {
    title: "结果",
    width: "110px",
    cell: ({ isFailing, lastOkAt }) =>
      isFailing ? (
        <Tag tone="danger" icon="danger">
          失败
        </Tag>
      ) : lastOkAt === null ? (
        <Tag>尚未完成</Tag>
      ) : (
        <Tag tone="done" icon="check">
          成功
        </Tag>
      ),
  },
  { title: "最近运行", width: "160px", cell: ({ lastStartedAt }) => <Moment at={lastStartedAt} /> },
  { title: "最近成功", width: "160px", cell: ({ lastOkAt }) => <Moment at={lastOkAt} /> },
  { title: "最近失败", width: "160px", cell: ({ lastErrorAt }) => <Moment at={lastErrorAt} /> },
]

const slowColumns: readonly Column<SlowCall>[] = [
  { title: "接口", isName: true, cell: ({ call }) => <Text breaks>{call}</Text> },
  { title: "次数", width: "110px", cell: ({ count }) => inThousands(count) },
  { title: "95% 不超过", width: "130px", cell: ({ p95Ms }) => `${p95Ms} 毫秒` },
  { title: "最长", width: "130px", cell: ({ maxMs }) => `${maxMs} 毫秒` },
]
