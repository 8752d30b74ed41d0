/** bench/controls/antd/tree.tsx, whose library the benchmark installs: named by tree.ts, so that nothing else needs its types. */
declare module "virtual:antd-tree" {
  export const antd: () => import("./tree-under-test.ts").TreeUnderTest
}
