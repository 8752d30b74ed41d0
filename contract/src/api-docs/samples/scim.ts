import type { SampleGroup } from "./sample-group.ts"

const node = `// 没有参数
const portal = "https://portal.example.cn"
const key = "APPLICATION_KEY"

const people = []
let total = Infinity
while (people.length < total) {
  const address = \`\${portal}/scim/v2/Users?startIndex=\${people.length + 1}&count=500\`
  const answer = await fetch(address, { headers: { authorization: \`Bearer \${key}\` } })
  const page = await answer.json()
  // 429、503：等待 Retry-After 指出的秒数后再试。
  if (!answer.ok) throw new Error(\`\${answer.status} \${page.detail}\`)
  people.push(...page.Resources)
  // 读取期间有人被移出时，总数会变小。
  total = page.Resources.length === 0 ? people.length : page.totalResults
}
for (const { id, userName, displayName, active } of people) console.log(id, userName, displayName, active)
`

const java = `// java Scim.java
import java.net.*;
import java.net.http.*;
import java.util.regex.*;

public class Scim {
  static final String PORTAL = "https://portal.example.cn";
  static final String KEY = "APPLICATION_KEY";

  static int number(String name, String body) {
    Matcher found = Pattern.compile("\\"" + name + "\\":(\\\\d+)").matcher(body);
    if (!found.find()) throw new IllegalStateException(body);
    return Integer.parseInt(found.group(1));
  }

  public static void main(String[] args) throws Exception {
    HttpClient client = HttpClient.newHttpClient();
    int read = 0;
    int total = Integer.MAX_VALUE;
    while (read < total) {
      URI address = URI.create(PORTAL + "/scim/v2/Users?startIndex=" + (read + 1) + "&count=500");
      HttpRequest request = HttpRequest.newBuilder(address).header("Authorization", "Bearer " + KEY).build();
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      // 429、503：等待 Retry-After 指出的秒数后再试。
      if (answer.statusCode() != 200) throw new IllegalStateException(answer.statusCode() + " " + answer.body());
      // 请用您的 JSON 程序库读取 Resources。
      System.out.println(answer.body());
      int more = number("itemsPerPage", answer.body());
      read += more;
      // 读取期间有人被移出时，总数会变小。
      total = more == 0 ? read : number("totalResults", answer.body());
    }
  }
}
`

const python = `# python3 scim.py
import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen

PORTAL = "https://portal.example.cn"
KEY = "APPLICATION_KEY"

people = []
while True:
    address = PORTAL + "/scim/v2/Users?count=500&startIndex=" + str(len(people) + 1)
    try:
        page = json.load(urlopen(Request(address, headers={"Authorization": "Bearer " + KEY})))
    except HTTPError as error:
        # 429、503：等待 Retry-After 指出的秒数后再试。
        raise SystemExit(str(error.code) + " " + error.read().decode())
    people += page["Resources"]
    if not page["Resources"] or len(people) >= page["totalResults"]:
        break
for each in people:
    print(each["id"], each["userName"], each.get("displayName"), each["active"])
`

export const scimSamples: SampleGroup = {
  subject: "scim",
  words:
    "读取全部人员。接口密钥由管理员在应用接入的“接口密钥”中生成；部门和单位把 Users 换成 Groups、Organisations。",
  code: { node, java, python },
}
