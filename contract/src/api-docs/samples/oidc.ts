import type { SampleGroup } from "./sample-group.ts"

const node = `// 参数：begin
// 参数：finish 授权码 verifier
const { createHash, randomBytes } = process.getBuiltinModule("node:crypto")

const portal = "https://portal.example.cn"
const client = { client_id: "CLIENT_ID", client_secret: "CLIENT_SECRET" }
const redirect_uri = "https://oa.example.cn/oidc/callback"

const discovery = await fetch(\`\${portal}/oidc/.well-known/openid-configuration\`)
const server = await discovery.json()
const [, , step, code, code_verifier] = process.argv

if (step === "begin") {
  // verifier 和 state 存入浏览器的会话，然后让浏览器跳转到 address；回调时先核对 state。
  const verifier = randomBytes(32).toString("base64url")
  const state = randomBytes(16).toString("base64url")
  const code_challenge = createHash("sha256").update(verifier).digest("base64url")
  const asked = { client_id: client.client_id, redirect_uri, response_type: "code", scope: "openid profile" }
  const address = new URL(server.authorization_endpoint)
  address.search = new URLSearchParams({ ...asked, state, code_challenge, code_challenge_method: "S256" })
  console.log(JSON.stringify({ address, verifier, state }))
} else {
  const body = { ...client, grant_type: "authorization_code", code, redirect_uri, code_verifier }
  const answer = await fetch(server.token_endpoint, { method: "POST", body: new URLSearchParams(body) })
  const tokens = await answer.json()
  if (!answer.ok) throw new Error(\`\${tokens.error}: \${tokens.error_description}\`)
  const authorization = \`Bearer \${tokens.access_token}\`
  const person = await fetch(server.userinfo_endpoint, { headers: { authorization } })
  console.log(await person.text())
}
`

const java = `// java Oidc.java begin
// java Oidc.java finish 授权码 verifier
import java.net.*;
import java.net.http.*;
import java.nio.charset.StandardCharsets;
import java.security.*;
import java.util.*;
import java.util.regex.*;
import java.util.stream.*;

public class Oidc {
  static final String PORTAL = "https://portal.example.cn";
  static final String CLIENT_ID = "CLIENT_ID";
  static final String CLIENT_SECRET = "CLIENT_SECRET";
  static final String REDIRECT_URI = "https://oa.example.cn/oidc/callback";
  static final HttpClient http = HttpClient.newHttpClient();

  static String random(int bytes) {
    byte[] made = new byte[bytes];
    new SecureRandom().nextBytes(made);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(made);
  }

  static String form(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(e -> e.getKey() + "=" + URLEncoder.encode(e.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }

  static String send(HttpRequest request) throws Exception {
    HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 200) throw new IllegalStateException(answer.statusCode() + " " + answer.body());
    return answer.body();
  }

  // 正式使用时请用 Jackson 等 JSON 库。
  static String field(String json, String name) {
    Matcher found = Pattern.compile("\\"" + name + "\\"\\\\s*:\\\\s*\\"([^\\"]*)\\"").matcher(json);
    if (!found.find()) throw new IllegalStateException("no " + name);
    return found.group(1);
  }

  public static void main(String[] args) throws Exception {
    String server = send(HttpRequest.newBuilder(
        URI.create(PORTAL + "/oidc/.well-known/openid-configuration")).build());
    if (args[0].equals("begin")) {
      // verifier 和 state 存入浏览器的会话，然后让浏览器跳转到 address；回调时先核对 state。
      String verifier = random(32);
      String state = random(16);
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
      String challenge = Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
      String asked = form(Map.of("client_id", CLIENT_ID, "redirect_uri", REDIRECT_URI, "response_type", "code",
          "scope", "openid profile", "state", state,
          "code_challenge", challenge, "code_challenge_method", "S256"));
      String address = field(server, "authorization_endpoint") + "?" + asked;
      System.out.printf("{\\"address\\":\\"%s\\",\\"verifier\\":\\"%s\\",\\"state\\":\\"%s\\"}%n", address, verifier, state);
      return;
    }
    String body = form(Map.of("client_id", CLIENT_ID, "client_secret", CLIENT_SECRET,
        "grant_type", "authorization_code", "code", args[1],
        "redirect_uri", REDIRECT_URI, "code_verifier", args[2]));
    String tokens = send(HttpRequest.newBuilder(URI.create(field(server, "token_endpoint")))
        .header("Content-Type", "application/x-www-form-urlencoded")
        .POST(HttpRequest.BodyPublishers.ofString(body)).build());
    System.out.println(send(HttpRequest.newBuilder(URI.create(field(server, "userinfo_endpoint")))
        .header("Authorization", "Bearer " + field(tokens, "access_token")).build()));
  }
}
`

const python = `# python3 oidc.py begin
# python3 oidc.py finish 授权码 verifier
import base64, hashlib, json, secrets, sys
from urllib.parse import urlencode
from urllib.request import Request, urlopen

PORTAL = "https://portal.example.cn"
CLIENT = {"client_id": "CLIENT_ID", "client_secret": "CLIENT_SECRET"}
REDIRECT_URI = "https://oa.example.cn/oidc/callback"

server = json.load(urlopen(PORTAL + "/oidc/.well-known/openid-configuration"))

if sys.argv[1] == "begin":
    # verifier 和 state 存入浏览器的会话，然后让浏览器跳转到 address；回调时先核对 state。
    verifier = secrets.token_urlsafe(32)
    state = secrets.token_urlsafe(16)
    digest = hashlib.sha256(verifier.encode()).digest()
    challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
    asked = {
        "client_id": CLIENT["client_id"], "redirect_uri": REDIRECT_URI, "response_type": "code",
        "scope": "openid profile", "state": state,
        "code_challenge": challenge, "code_challenge_method": "S256",
    }
    address = server["authorization_endpoint"] + "?" + urlencode(asked)
    print(json.dumps({"address": address, "verifier": verifier, "state": state}))
else:
    body = dict(CLIENT, grant_type="authorization_code", code=sys.argv[2],
                redirect_uri=REDIRECT_URI, code_verifier=sys.argv[3])
    tokens = json.load(urlopen(server["token_endpoint"], urlencode(body).encode()))
    bearer = {"Authorization": "Bearer " + tokens["access_token"]}
    person = urlopen(Request(server["userinfo_endpoint"], headers=bearer))
    print(person.read().decode())
`

export const oidcSamples: SampleGroup = {
  subject: "oidc",
  words:
    "先让浏览器跳转到 begin 得到的地址，登录后浏览器带着授权码回到回调地址，再由服务器用 finish 换取登录人的信息。应用标识、密钥由管理员在应用接入中生成。正式系统建议使用成熟的 OpenID Connect 库，填写服务地址即可。",
  code: { node, java, python },
}
