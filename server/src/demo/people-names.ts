import { weighted, type Random } from "./random.ts"

export type Sex = "男" | "女"

/** Characters of about the same share of the population, in per mille; rare ones are there for their readings. */
const surnameShares: readonly (readonly [string, number])[] = [
  ["王李张", 69],
  ["刘陈", 48],
  ["杨黄赵吴周", 23],
  ["徐孙马朱胡郭何林高", 12],
  ["罗郑梁谢宋唐许韩邓冯曹彭曾肖", 7],
  ["田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟", 4.4],
  ["姜崔谭陆范汪廖石金韦贾夏傅方邹熊白孟秦邱侯江尹薛", 2.6],
  ["闫段雷龙黎史陶贺毛郝顾龚邵万覃武钱戴严莫孔向常", 1.6],
  ["单仇解查", 0.5],
]

const doubleSurnames = [
  ["欧阳", 0.8],
  ["上官", 0.3],
  ["司徒", 0.3],
  ["诸葛", 0.2],
  ["尉迟", 0.1],
] as const

const surname = weighted([
  ...surnameShares.flatMap(([characters, share]) => Array.from(characters, (one) => [one, share] as const)),
  ...doubleSurnames,
])

interface GivenNames {
  readonly single: string
  readonly first: string
  readonly second: string
}

/** Earlier characters are commoner: the commonest of a list is four times as likely as the last. */
const given: Record<Sex, GivenNames> = {
  男: {
    single: "伟强磊军勇涛超杰鹏辉刚健明亮斌峰飞波宁平凯浩毅俊帅旭阳晨宇龙",
    first: "建志国文俊海永小晓子明家浩宏立德学天宇思伟嘉一泽振春少正世金光新玉庆云佳瑞",
    second: "华军强明杰平伟峰涛辉勇林国东斌龙飞波鹏宇轩豪毅超良生荣祥成洋阳然博凯琪诚",
  },
  女: {
    single: "芳娜敏静丽艳娟霞燕玲婷雪慧颖洁莉倩莹丹萍红梅琳晶璐媛瑶悦欣蕾",
    first: "秀丽晓小玉雪春美红雅佳思文慧静海婷梦欣诗淑桂艳子若嘉语月建凤兰颖爱惠",
    second: "英华芳丽兰敏玲燕霞红娟萍梅琴婷雯怡涵琪颖洁静芬珍云琳莹娜妍蕾欣瑶菲月君宁",
  },
}

function falling(characters: string): (random: Random) => string {
  const list = Array.from(characters)
  return weighted(list.map((character, at) => [character, 4 - (3 * at) / list.length] as const))
}

function pickers({ single, first, second }: GivenNames) {
  return { single: falling(single), first: falling(first), second: falling(second) }
}

const bySex = { 男: pickers(given.男), 女: pickers(given.女) }

export function personName(random: Random, sex: Sex): string {
  const { single, first, second } = bySex[sex]
  const family = surname(random)
  if (random.chance(0.16)) return family + single(random)
  return family + first(random) + second(random)
}
