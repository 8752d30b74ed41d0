import { peopleLimits } from "@uc/contract/people/calls"
import fc from "fast-check"
import { expect, test } from "vitest"
import { namesIn } from "./paste-names.ts"

test.each([
  ["张三\n李四\r\n王五", ["张三", "李四", "王五"]],
  ["张三\t李四", ["张三", "李四"]],
  ["张三、李四，王五,赵六；钱七;孙八", ["张三", "李四", "王五", "赵六", "钱七", "孙八"]],
  ["张三 李四　王五", ["张三", "李四", "王五"]],
  ["1.张三\n2、李四\n3) 王五\n（4）赵六\n⑤钱七\n6. 孙八", ["张三", "李四", "王五", "赵六", "钱七", "孙八"]],
  ["1\t张三\t教务处\n2\t李四\t总务处", ["张三", "教务处", "李四", "总务处"]],
  ["- 张三\n• 李四\n@王五 @赵六", ["张三", "李四", "王五", "赵六"]],
  // Two characters are often spread to the width of three.
  ["王　芳\n李 明 张三丰", ["王芳", "李明", "张三丰"]],
  ["王 小 明", ["王小明"]],
  ["阿里木·买买提 张三", ["阿里木·买买提", "张三"]],
  ["John Smith\nzhangsan", ["John Smith", "zhangsan"]],
  ["10023\n张三 zhangsan", ["10023", "张三", "zhangsan"]],
  ["张三\n李四\n张三", ["张三", "李四"]],
  ["", []],
  [" \n\t,，、 ", []],
  ["张伟（大）", ["张伟（大）"]],
  ['"张三","李四"\n“王五”、【赵六】 (钱七) 「孙八」', ["张三", "李四", "王五", "赵六", "钱七", "孙八"]],
  ["张三老师、欧阳小明老师，王老师 老师", ["张三", "欧阳小明", "王老师", "老师"]],
])("[PERSON-1] of the list %j the names are %j", (pasted, names) => {
  expect(namesIn(pasted)).toEqual(names)
})

test("[PERSON-1] any text gives short, whole names, each once", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (pasted) => {
      const names = namesIn(pasted)
      expect(new Set(names).size).toBe(names.length)
      for (const name of names) {
        expect(name.trim()).toBe(name)
        expect(name.length).toBeGreaterThan(0)
        expect(name.length).toBeLessThanOrEqual(peopleLimits.username)
      }
    }),
  )
})

test("[PERSON-1] names survive every way of being separated", () => {
  const name = fc.constantFrom("张三", "李四光", "王五", "欧阳小明", "阿里木·买买提")
  const between = fc.constantFrom("\n", "\r\n", "\t", ",", "，", "、", "；", "; ", " ", "　", "\n3. ", "\n④")
  fc.assert(
    fc.property(fc.array(fc.tuple(name, between), { maxLength: 30 }), (pairs) => {
      const pasted = pairs.flat().join("")
      expect(namesIn(pasted)).toEqual([...new Set(pairs.map(([one]) => one))])
    }),
  )
})
