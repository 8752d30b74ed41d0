import type { SampleGroup } from "./sample-group.ts"

const node = `// 参数：票据
const portal = "https://portal.example.cn"
const service = "https://oa.example.cn/cas"

// 没有会话的人先跳转到：portal + "/cas/login?service=" + encodeURIComponent(service)
// 登录后浏览器回到 service，带着参数 ticket。票据 10 秒内有效，只能验证一次。
const asked = new URLSearchParams({ service, ticket: process.argv[2], format: "JSON" })
const answer = await fetch(\`\${portal}/cas/p3/serviceValidate?\${asked}\`)
const { serviceResponse } = await answer.json()
const { authenticationFailure: failure, authenticationSuccess: success } = serviceResponse
if (failure) throw new Error(\`\${failure.code}: \${failure.description}\`)
// 请以 attributes.id 识别用户：它不会改变，账号可能改变。
console.log(JSON.stringify(success))
`

const java = `// java Cas.java 票据
import java.io.*;
import java.net.*;
import java.net.http.*;
import java.nio.charset.StandardCharsets;
import javax.xml.parsers.*;
import org.w3c.dom.*;

public class Cas {
  static final String PORTAL = "https://portal.example.cn";
  static final String SERVICE = "https://oa.example.cn/cas";
  static final String NAMESPACE = "http://www.yale.edu/tp/cas";

  public static void main(String[] args) throws Exception {
    // 没有会话的人先跳转到 /cas/login?service=…；登录后浏览器回到 service，带着参数 ticket。
    // 票据 10 秒内有效，只能验证一次。
    String asked = "service=" + URLEncoder.encode(SERVICE, StandardCharsets.UTF_8)
        + "&ticket=" + URLEncoder.encode(args[0], StandardCharsets.UTF_8);
    HttpRequest request = HttpRequest.newBuilder(URI.create(PORTAL + "/cas/p3/serviceValidate?" + asked)).build();
    String xml = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    Document document = factory.newDocumentBuilder()
        .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
    NodeList failures = document.getElementsByTagNameNS(NAMESPACE, "authenticationFailure");
    if (failures.getLength() > 0) throw new IllegalStateException(
        ((Element) failures.item(0)).getAttribute("code") + ": " + failures.item(0).getTextContent());
    // 请以 id 识别用户：它不会改变，账号可能改变。
    for (String name : new String[] {"user", "id", "name", "organisation"}) {
      NodeList found = document.getElementsByTagNameNS(NAMESPACE, name);
      for (int at = 0; at < found.getLength(); at++) System.out.println(name + "=" + found.item(at).getTextContent());
    }
  }
}
`

const python = `# python3 cas.py 票据
import json, sys
from urllib.parse import urlencode
from urllib.request import urlopen

PORTAL = "https://portal.example.cn"
SERVICE = "https://oa.example.cn/cas"

# 没有会话的人先跳转到：PORTAL + "/cas/login?" + urlencode({"service": SERVICE})
# 登录后浏览器回到 SERVICE，带着参数 ticket。票据 10 秒内有效，只能验证一次。
asked = urlencode({"service": SERVICE, "ticket": sys.argv[1], "format": "JSON"})
answer = json.load(urlopen(PORTAL + "/cas/p3/serviceValidate?" + asked))["serviceResponse"]
if "authenticationFailure" in answer:
    failure = answer["authenticationFailure"]
    raise SystemExit(failure["code"] + ": " + failure["description"])
# 请以 attributes.id 识别用户：它不会改变，账号可能改变。
print(json.dumps(answer["authenticationSuccess"], ensure_ascii=False))
`

export const casSamples: SampleGroup = {
  subject: "cas",
  words: "验证浏览器带回的票据。service 与管理员登记的应用地址逐字一致；CAS 应用没有密钥。",
  code: { node, java, python },
}
