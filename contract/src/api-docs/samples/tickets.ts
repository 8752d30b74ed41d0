import type { SampleGroup } from "./sample-group.ts"

const node = `// 参数：票据 [操作标识]
const portal = "https://portal.example.cn"
const secret = "DOMAIN_SECRET"

// 票据由门户内的页面用 ticket() 取得，交给自己的服务器。带操作标识：同时核销此人刚完成的身份证明。
const [, , ticket, mid] = process.argv
const call = mid === undefined ? "redeem" : "spendGrant"
const answer = await fetch(\`\${portal}/newusercenter/v1/authDomain/\${call}\`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ ticket, secret, mid }),
})
const { ret, msg, data } = await answer.json()
if (ret !== 1) throw new Error(\`\${answer.status} \${msg}\`)
console.log(JSON.stringify(data))
`

const java = `// java Tickets.java 票据 [操作标识]
import java.net.*;
import java.net.http.*;

public class Tickets {
  static final String PORTAL = "https://portal.example.cn";
  static final String SECRET = "DOMAIN_SECRET";

  public static void main(String[] args) throws Exception {
    // 票据由门户内的页面用 ticket() 取得，交给自己的服务器。带操作标识：同时核销此人刚完成的身份证明。
    boolean spends = args.length > 1;
    String call = spends ? "spendGrant" : "redeem";
    String mid = spends ? ",\\"mid\\":\\"" + args[1] + "\\"" : "";
    String body = "{\\"ticket\\":\\"" + args[0] + "\\",\\"secret\\":\\"" + SECRET + "\\"" + mid + "}";
    HttpRequest request = HttpRequest.newBuilder(URI.create(PORTAL + "/newusercenter/v1/authDomain/" + call))
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(body)).build();
    HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 200) throw new IllegalStateException(answer.statusCode() + " " + answer.body());
    System.out.println(answer.body());
  }
}
`

const python = `# python3 tickets.py 票据 [操作标识]
import json, sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

PORTAL = "https://portal.example.cn"
SECRET = "DOMAIN_SECRET"

# 票据由门户内的页面用 ticket() 取得，交给自己的服务器。带操作标识：同时核销此人刚完成的身份证明。
body = {"ticket": sys.argv[1], "secret": SECRET}
call = "redeem"
if len(sys.argv) > 2:
    body["mid"] = sys.argv[2]
    call = "spendGrant"
request = Request(PORTAL + "/newusercenter/v1/authDomain/" + call, json.dumps(body).encode(),
                  {"Content-Type": "application/json"})
try:
    print(json.dumps(json.load(urlopen(request))["data"], ensure_ascii=False))
except HTTPError as error:
    raise SystemExit(str(error.code) + " " + error.read().decode())
`

export const ticketSamples: SampleGroup = {
  subject: "tickets",
  words:
    "在门户内打开的页面取得一次性票据，自己的服务器凭票据密钥兑换成登录人。密钥由管理员在授权域名中生成；页面一侧的用法见《门户内的页面》。",
  code: { node, java, python },
}
