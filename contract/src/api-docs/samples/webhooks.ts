import type { SampleGroup } from "./sample-group.ts"

const node = `// 参数：端口
const { createHmac, timingSafeEqual } = process.getBuiltinModule("node:crypto")
const { createServer } = process.getBuiltinModule("node:http")

const secret = "WEBHOOK_SECRET"
const key = Buffer.from(secret.replace("whsec_", ""), "base64")

// 对收到的原始字节验证，验证之后再解析。
function isGenuine(headers, body) {
  const id = headers["webhook-id"]
  const at = headers["webhook-timestamp"]
  if (!id || !(Math.abs(Date.now() / 1000 - Number(at)) <= 300)) return false
  const wanted = createHmac("sha256", key).update(\`\${id}.\${at}.\`).update(body).digest()
  return (headers["webhook-signature"] ?? "").split(" ").some((each) => {
    const given = Buffer.from(each.replace("v1,", ""), "base64")
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  })
}

createServer((request, response) => {
  const parts = []
  request.on("data", (part) => parts.push(part))
  request.on("end", () => {
    const body = Buffer.concat(parts)
    if (!isGenuine(request.headers, body)) return response.writeHead(401).end("wrong signature")
    // 同一条通知可能收到两次：按 webhook-id 去重。耗时的处理放入自己的队列，先回答 2xx。
    console.log(body.toString())
    response.writeHead(204).end()
  })
}).listen(Number(process.argv[2]))
`

const java = `// java Webhooks.java 端口
import com.sun.net.httpserver.*;
import java.net.*;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Webhooks {
  static final String SECRET = "WEBHOOK_SECRET";

  // 对收到的原始字节验证，验证之后再解析。
  static boolean isGenuine(Headers headers, byte[] body) throws Exception {
    String id = headers.getFirst("webhook-id");
    String at = headers.getFirst("webhook-timestamp");
    String signatures = headers.getFirst("webhook-signature");
    if (id == null || at == null || signatures == null || !at.matches("[0-9]{1,12}")) return false;
    if (Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(at)) > 300) return false;
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(Base64.getDecoder().decode(SECRET.replace("whsec_", "")), "HmacSHA256"));
    mac.update((id + "." + at + ".").getBytes(StandardCharsets.UTF_8));
    byte[] wanted = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes(StandardCharsets.UTF_8);
    for (String given : signatures.split(" "))
      if (MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), wanted)) return true;
    return false;
  }

  static void take(HttpExchange exchange) {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      boolean genuine = isGenuine(exchange.getRequestHeaders(), body);
      // 同一条通知可能收到两次：按 webhook-id 去重。耗时的处理放入自己的队列，先回答 2xx。
      if (genuine) System.out.println(new String(body, StandardCharsets.UTF_8));
      exchange.sendResponseHeaders(genuine ? 204 : 401, -1);
    } catch (Exception error) {
      System.err.println(error);
    }
  }

  public static void main(String[] args) throws Exception {
    HttpServer server = HttpServer.create(new InetSocketAddress(Integer.parseInt(args[0])), 0);
    server.createContext("/", Webhooks::take);
    server.start();
  }
}
`

const python = `# python3 webhooks.py 端口
import base64, hashlib, hmac, sys, time
from http.server import BaseHTTPRequestHandler, HTTPServer

SECRET = "WEBHOOK_SECRET"
key = base64.b64decode(SECRET.replace("whsec_", ""))

# 对收到的原始字节验证，验证之后再解析。
def is_genuine(headers, body):
    message_id, at = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not at.isdigit() or abs(time.time() - int(at)) > 300:
        return False
    signed = (message_id + "." + at + ".").encode() + body
    wanted = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(each.encode(), wanted.encode()) for each in given)

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        genuine = is_genuine(self.headers, body)
        # 同一条通知可能收到两次：按 webhook-id 去重。耗时的处理放入自己的队列，先回答 2xx。
        if genuine:
            print(body.decode(), flush=True)
        self.send_response(204 if genuine else 401)
        self.end_headers()

    def log_message(self, *words):
        pass

HTTPServer(("", int(sys.argv[1])), Receiver).serve_forever()
`

export const webhookSamples: SampleGroup = {
  subject: "webhooks",
  words:
    "接收变更通知并验证签名。签名密钥由管理员在应用接入的“变更通知”中得到；接收地址请用证书有效的 https。",
  code: { node, java, python },
}
