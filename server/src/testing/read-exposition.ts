/** One metric as Prometheus reads it. */
export interface ReadMetric {
  readonly name: string
  readonly help: string
  readonly type: string
  readonly samples: readonly ReadSample[]
}

export interface ReadSample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const namePattern = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/
const helpLine = /^# HELP (\S+) (.+)$/
const typeLine = /^# TYPE (\S+) (counter|gauge|histogram|summary)$/
const labelPart = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\n"])*)"(,|$)/y

/**
 * Reads the text format of Prometheus, version 0.0.4, stricter than Prometheus does: each metric has help and type first, then all of
 * its samples and no others, none of them twice; a histogram's buckets grow up to `+Inf`, which is its count.
 */
export function readExposition(text: string): ReadonlyMap<string, ReadMetric> {
  if (!text.endsWith("\n")) throw new Error("The last line has no end")
  const metrics = new Map<string, ReadMetric & { samples: ReadSample[] }>()
  let current: (ReadMetric & { samples: ReadSample[] }) | null = null
  let help: RegExpExecArray | null = null
  // A set: after every call has been made there are thousands of samples, and comparing each with all before it takes seconds.
  const seen = new Set<string>()
  for (const line of text.slice(0, -1).split("\n")) {
    if (line === "") continue
    const nextHelp = helpLine.exec(line)
    if (nextHelp) {
      help = nextHelp
      continue
    }
    const type = typeLine.exec(line)
    if (type) {
      const [, name = "", kind = ""] = type
      if (help?.[1] !== name) throw new Error(`${name} has no help in front of its type`)
      if (metrics.has(name)) throw new Error(`${name} stands there twice`)
      current = { name, help: help[2] ?? "", type: kind, samples: [] }
      metrics.set(name, current)
      continue
    }
    const sample = sampleOf(line)
    if (!current || !belongs(sample.name, current)) throw new Error(`Out of place: ${line}`)
    const series = `${sample.name} ${keyOf(sample)}`
    if (seen.has(series)) throw new Error(`Twice: ${line}`)
    seen.add(series)
    current.samples.push(sample)
  }
  for (const metric of metrics.values()) if (metric.type === "histogram") assertHistogram(metric)
  return metrics
}

function sampleOf(line: string): ReadSample {
  const space = line.lastIndexOf(" ")
  const valueText = line.slice(space + 1)
  const series = line.slice(0, space)
  const brace = series.indexOf("{")
  const name = brace === -1 ? series : series.slice(0, brace)
  const labelText = brace === -1 ? "" : series.slice(brace + 1, -1)
  const isWhole = space > 0 && (brace === -1 || series.endsWith("}"))
  if (!isWhole || !namePattern.test(name)) throw new Error(`Not a sample: ${line}`)
  // As Go reads it, which Prometheus is written in: "Nan" is a number too.
  const isNone = valueText.toLowerCase() === "nan"
  const value = isNone
    ? Number.NaN
    : ({ "+Inf": Infinity, "-Inf": -Infinity }[valueText] ?? Number(valueText))
  if (Number.isNaN(value) && !isNone) throw new Error(`Not a number: ${line}`)
  const labels: Record<string, string> = {}
  let at = 0
  while (at < labelText.length) {
    labelPart.lastIndex = at
    const part = labelPart.exec(labelText)
    if (!part) throw new Error(`Not a label: ${line}`)
    const [whole, label = "", text = ""] = part
    if (label in labels) throw new Error(`A label twice: ${line}`)
    labels[label] = text
    at += whole.length
  }
  return { name, labels, value }
}

function belongs(sample: string, { name, type }: ReadMetric): boolean {
  if (type === "histogram") return [`${name}_bucket`, `${name}_sum`, `${name}_count`].includes(sample)
  if (type === "summary") return [name, `${name}_sum`, `${name}_count`].includes(sample)
  return sample === name
}

function keyOf({ labels }: ReadSample, without?: string): string {
  const entries = Object.entries(labels).filter(([label]) => label !== without)
  return JSON.stringify(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function assertHistogram({ name, samples }: ReadMetric): void {
  const series = new Map<string, ReadSample[]>()
  for (const sample of samples.filter((each) => each.name === `${name}_bucket`)) {
    const key = keyOf(sample, "le")
    series.set(key, [...(series.get(key) ?? []), sample])
  }
  const counts = new Map(
    samples.filter((each) => each.name === `${name}_count`).map((each) => [keyOf(each), each.value]),
  )
  for (const [key, buckets] of series) {
    const bounds = buckets.map(({ labels }) => (labels["le"] === "+Inf" ? Infinity : Number(labels["le"])))
    const isGrowing = buckets.every(
      ({ value }, n) =>
        n === 0 || (value >= (buckets[n - 1]?.value ?? 0) && (bounds[n] ?? 0) > (bounds[n - 1] ?? 0)),
    )
    if (!isGrowing || bounds.at(-1) !== Infinity || buckets.at(-1)?.value !== counts.get(key))
      throw new Error(`The buckets of ${name} ${key} are no histogram`)
  }
}
