import type { SampleGroup } from "./sample-group.ts"

const node = `// 没有参数
const { createHmac, randomUUID } = process.getBuiltinModule("node:crypto")

const portal = "https://portal.example.cn"
const [key, secret] = ["SOURCE_KEY", "SOURCE_SECRET"]
const path = "/ewls/alarm/v1/ingest"

const now = new Date()
const shanghai = new Date(now.getTime() + 8 * 3600_000).toISOString()
const createtime = shanghai.slice(0, 19).replace("T", " ")
// uuid 由来源生成：没有收到回答时原样重发，不会重复入库。
const items = [{ uuid: randomUUID(), orgid: "ORG_ID", model_code: "smoke", alarm_level: 1, createtime, address: "1 号楼" }]
const body = JSON.stringify({ items })
const timestamp = String(Math.floor(now.getTime() / 1000))
// 签名的内容：时间戳、方法、路径各占一行，然后是请求体原文。
const signature = createHmac("sha256", secret).update(\`\${timestamp}\\nPOST\\n\${path}\\n\${body}\`).digest("hex")
const headers = {
  "content-type": "application/json",
  "x-uc-source": key,
  "x-uc-timestamp": timestamp,
  "x-uc-signature": signature,
}
const answer = await fetch(\`\${portal}\${path}\`, { method: "POST", headers, body })
// 429、503：没有入库，等待 Retry-After 指出的秒数后重发。
if (!answer.ok) throw new Error(\`\${answer.status} \${await answer.text()}\`)
console.log(await answer.text())
`

const java = `// java Alarms.java
import java.net.*;
import java.net.http.*;
import java.nio.charset.StandardCharsets;
import java.time.*;
import java.time.format.DateTimeFormatter;
import java.util.*;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Alarms {
  static final String PORTAL = "https://portal.example.cn";
  static final String KEY = "SOURCE_KEY";
  static final String SECRET = "SOURCE_SECRET";
  static final String PATH = "/ewls/alarm/v1/ingest";

  public static void main(String[] args) throws Exception {
    String at = LocalDateTime.now(ZoneId.of("Asia/Shanghai")).format(DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss"));
    // uuid 由来源生成：没有收到回答时原样重发，不会重复入库。
    String item = String.format("{\\"uuid\\":\\"%s\\",\\"orgid\\":\\"%s\\",\\"model_code\\":\\"smoke\\","
        + "\\"alarm_level\\":1,\\"createtime\\":\\"%s\\",\\"address\\":\\"1 号楼\\"}", UUID.randomUUID(), "ORG_ID", at);
    String body = "{\\"items\\":[" + item + "]}";
    String timestamp = String.valueOf(Instant.now().getEpochSecond());
    // 签名的内容：时间戳、方法、路径各占一行，然后是请求体原文。
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    byte[] made = mac.doFinal((timestamp + "\\nPOST\\n" + PATH + "\\n" + body).getBytes(StandardCharsets.UTF_8));
    HttpRequest request = HttpRequest.newBuilder(URI.create(PORTAL + PATH))
        .header("Content-Type", "application/json")
        .header("x-uc-source", KEY)
        .header("x-uc-timestamp", timestamp)
        .header("x-uc-signature", HexFormat.of().formatHex(made))
        .POST(HttpRequest.BodyPublishers.ofString(body)).build();
    HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    // 429、503：没有入库，等待 Retry-After 指出的秒数后重发。
    if (answer.statusCode() != 200) throw new IllegalStateException(answer.statusCode() + " " + answer.body());
    System.out.println(answer.body());
  }
}
`

const python = `# python3 alarms.py
import hashlib, hmac, json, time, uuid
from datetime import datetime, timedelta, timezone
from urllib.error import HTTPError
from urllib.request import Request, urlopen

PORTAL = "https://portal.example.cn"
KEY, SECRET = "SOURCE_KEY", "SOURCE_SECRET"
PATH = "/ewls/alarm/v1/ingest"

now = datetime.now(timezone(timedelta(hours=8)))
# uuid 由来源生成：没有收到回答时原样重发，不会重复入库。
item = {"uuid": str(uuid.uuid4()), "orgid": "ORG_ID", "model_code": "smoke", "alarm_level": 1,
        "createtime": now.strftime("%Y-%m-%d %H:%M:%S"), "address": "1 号楼"}
body = json.dumps({"items": [item]}).encode()
timestamp = str(int(time.time()))
# 签名的内容：时间戳、方法、路径各占一行，然后是请求体原文。
signed = "\\n".join([timestamp, "POST", PATH, ""]).encode() + body
signature = hmac.new(SECRET.encode(), signed, hashlib.sha256).hexdigest()
headers = {"Content-Type": "application/json", "x-uc-source": KEY,
           "x-uc-timestamp": timestamp, "x-uc-signature": signature}
try:
    print(urlopen(Request(PORTAL + PATH, body, headers)).read().decode())
except HTTPError as error:
    # 429、503：没有入库，等待 Retry-After 指出的秒数后重发。
    raise SystemExit(str(error.code) + " " + error.read().decode())
`

export const alarmSamples: SampleGroup = {
  subject: "alarms",
  words: "上报一条预警。来源标识和密钥由管理员在预警来源中生成，单位编号用接口 ingest_organisations 查找。",
  code: { node, java, python },
}
