import { expect, test } from "vitest"
import { readPasted, type PasteContext } from "./read-pasted.ts"

function pasted(html: string, more: Partial<PasteContext> = {}) {
  const { body } = new DOMParser().parseFromString(html, "text/html")
  let key = 0
  return readPasted(body, {
    files: [],
    isOwn: (address) => address.startsWith("/own/"),
    newKey: () => `k${++key}`,
    room: 30,
    ...more,
  })
}

/** As Word 2019 puts it on the clipboard of Windows: namespaces, conditional comments, lines broken anywhere. */
const word = `<html xmlns:v="urn:schemas-microsoft-com:vml"
xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=ProgId content=Word.Document><meta name=Generator content="Microsoft Word 15">
<style><!-- p.MsoNormal {font-family:宋体;} @list l0:level1 {mso-level-text:%1.;} --></style>
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings/></xml><![endif]--></head>
<body lang=ZH-CN style='tab-interval:21.0pt'><!--StartFragment-->
<p class=MsoTitle align=center><b><span lang=EN-US>2026</span><span style='font-family:黑体'>年秋季安全
检查方案</span></b><span lang=EN-US><o:p></o:p></span></p>
<h1><span style='mso-bidi-font-family:宋体'>总体要求</span></h1>
<p class=MsoNormal style='text-indent:21.0pt'><span style='font-size:12.0pt;color:red'>各校
须于<b>11月20日</b>前完成，见</span><a href="https://jyj.example.cn/a"><span>附件</span></a><a
style='mso-comment-reference:W_1;mso-comment-date:20261101T0900'>说明</a><span class=MsoCommentReference><a
class=msocomanchor id="_anchor_1" href="#_msocom_1">[W1]</a></span>。<o:p></o:p></p>
<p class=MsoListParagraph style='margin-left:21.0pt;text-indent:-21.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
lang=EN-US style='mso-fareast-font-family:Calibri'><span style='mso-list:Ignore'>1.<span
style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]><span>消防设施</span></p>
<p class=MsoListParagraph style='margin-left:42.0pt;text-indent:-21.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span
lang=EN-US style='font-family:Wingdings'><span style='mso-list:Ignore'>l<span>&nbsp; </span></span></span><![endif]><span>灭火器</span></p>
<p class=MsoListParagraph style='mso-list:l0 level2 lfo1'><![if !supportLists]><span><span
style='mso-list:Ignore'>l<span>&nbsp; </span></span></span><![endif]><span>疏散指示</span></p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span><span
style='mso-list:Ignore'>2.<span>&nbsp; </span></span></span><![endif]><span>食堂卫生</span></p>
<h2 style='mso-list:l1 level1 lfo2'><![if !supportLists]><span><span style='mso-list:Ignore'>（一）</span></span><![endif]>时间安排</h2>
<table class=MsoTableGrid border=1 style='border-collapse:collapse'>
 <tr style='mso-yfti-irow:0;mso-yfti-firstrow:yes'>
  <td width=277 colspan=2 style='background:yellow'><p class=MsoNormal><span>学校<o:p></o:p></span></p></td>
  <td width=100 rowspan="2"><p class=MsoNormal>日期</p></td>
 </tr>
 <tr><td><p class=MsoNormal>一小</p></td><td><p class=MsoNormal><o:p>&nbsp;</o:p></p></td></tr>
</table>
<p class=MsoNormal><!--[if gte vml 1]><v:shapetype id="_x0000_t75"/><v:shape id="图片_x0020_1" type="#_x0000_t75"><v:imagedata
 src="file:///C:/Users/a/AppData/Local/Temp/msohtmlclip1/01/clip_image001.png"/></v:shape><![endif]--><![if !vml]><img width=554
height=312 src="file:///C:/Users/a/AppData/Local/Temp/msohtmlclip1/01/clip_image002.jpg" v:shapes="图片_x0020_1"><![endif]></p>
<p class=MsoNormal><!--[if gte vml 1]><v:rect id="矩形_x0020_2" fillcolor="#4472c4"><v:textbox/></v:rect><![endif]--><![if !vml]><span
style='mso-ignore:vglayout'><img width=200 height=100 src="file:///C:/clip_image003.png" v:shapes="矩形_x0020_2"></span><![endif]></p>
<p class=MsoNormal><del>删去的话</del><ins>加上的话</ins><span style='mso-hide:all'>看不见</span></p>
<p class=MsoNormal><span lang=EN-US><o:p>&nbsp;</o:p></span></p>
<div style='mso-element:comment-list'><div style='mso-element:comment'><p class=MsoCommentText>请核对</p></div></div>
<!--EndFragment--></body></html>`

test("[DAY-8] a paste from Word keeps headings, lists, tables, links and emphasis", () => {
  const { html, pictures } = pasted(word)
  expect(html).toBe(
    "<h2><strong>2026年秋季安全检查方案</strong></h2>" +
      "<h2>总体要求</h2>" +
      '<p>各校须于<strong>11月20日</strong>前完成，见<a href="https://jyj.example.cn/a">附件</a>。</p>' +
      "<ol><li><p>消防设施</p><ul><li><p>灭火器</p></li><li><p>疏散指示</p></li></ul></li><li><p>食堂卫生</p></li></ol>" +
      "<h3>（一）时间安排</h3>" +
      '<table><tr><td colspan="2"><p>学校</p></td><td rowspan="2"><p>日期</p></td></tr>' +
      "<tr><td><p>一小</p></td><td><p>&nbsp;</p></td></tr></table>" +
      "<p>加上的话</p>",
  )
  expect(pictures).toEqual([])
})

test("[DAY-8] it says what it kept and what it left out", () => {
  expect(pasted(word).said).toBe(
    "已保留标题、列表和表格；未保留：字体和字号、文字颜色、对齐和缩进、批注、修订痕迹、图形和文本框、1张图片（请单独插入）",
  )
  expect(pasted("<p class=MsoNormal>只有文字</p>").said).toBe("已保留文字")
  // A page of the web: only what somebody would miss is said.
  expect(pasted("<p style='color:red'>网页</p>").said).toBeNull()
  expect(pasted("<p>网页<img src='https://a.example/x.png'></p>").said).toBe(
    "已保留文字；未保留：1张图片（请单独插入）",
  )
})

/** As WPS Writer does. */
const wps = `<html><head><meta name=ProgId content=Word.Document ><meta name=Generator content="WPS Office" ></head>
<body style="tab-interval:21pt;" ><!--StartFragment--><h1 ><b><span style="mso-spacerun:'yes';font-family:黑体;font-size:22.0000pt;" ><font>通知</font></span></b></h1>
<p class=MsoNormal style="margin-left:18.0000pt;text-indent:-18.0000pt;mso-list:l0 level1 lfo1;" ><![if !supportLists]><span style="font-family:宋体;" ><span style='mso-list:Ignore;' >3.<span>&nbsp;</span></span></span><![endif]><span style="mso-spacerun:'yes';font-family:宋体;mso-ascii-font-family:Calibri;font-weight:bold;text-decoration:underline;font-size:10.5000pt;" ><font>门卫登记</font></span></p>
<p class=MsoNormal style="mso-list:l0 level1 lfo1;" ><![if !supportLists]><span style='mso-list:Ignore;' >4.<span>&nbsp;</span></span><![endif]><span>校车检查</span></p>
<p class=MsoNormal style="mso-list:l1 level1 lfo2;" ><![if !supportLists]><span style='mso-list:Ignore;' >一、</span><![endif]><span>组织领导</span></p>
<p class=MsoNormal style="mso-list:l2 level1 lfo3;" ><![if !supportLists]><span style="font-family:Wingdings;" ><span style='mso-list:Ignore;' >&#61548;<span>&nbsp;</span></span></span><![endif]>值班</p>
<p class=MsoNormal ><img width="553" height="368" src="data:image/png;base64,iVBORw0KGgo=" ></p><!--EndFragment--></body></html>`

test("[DAY-8] a paste from WPS continues its numbers; 一、 stays as text; its pictures are taken", () => {
  const { html, pictures, said } = pasted(wps)
  expect(html).toBe(
    "<h2><strong>通知</strong></h2>" +
      '<ol start="3"><li><p><strong><u>门卫登记</u></strong></p></li><li><p>校车检查</p></li></ol>' +
      "<p>一、组织领导</p><ul><li><p>值班</p></li></ul>" +
      '<p><img data-waiting="k1"></p>',
  )
  expect(pictures).toEqual([{ key: "k1", source: "data:image/png;base64,iVBORw0KGgo=", width: 553 }])
  expect(said).toBe("已保留标题、列表和图片；未保留：字体和字号、对齐和缩进")
})

test("[DAY-8] files of the clipboard fill the places of pictures if there are as many", () => {
  const file = new File(["x"], "image.png", { type: "image/png" })
  const one = pasted("<p class=MsoNormal><img src='file:///C:/a.png'></p>", { files: [file] })
  expect(one.pictures).toEqual([{ key: "k1", source: file }])
  const two = pasted("<p class=MsoNormal><img src='file:///C:/a.png'><img src='file:///C:/b.png'></p>", {
    files: [file],
  })
  expect([two.pictures, two.said]).toEqual([[], "已保留文字；未保留：2张图片（请单独插入）"])
  // Excel puts a picture of the cells beside them.
  const excel = "<table><tr><td class=xl65 style='mso-number-format:General'>1</td></tr></table>"
  expect(pasted(excel, { files: [file] }).pictures).toEqual([])
  expect(pasted("<img src='/own/7'><img src='/own/8'>", { room: 1 })).toMatchObject({
    pictures: [{ source: "/own/7" }],
    said: "已保留图片；未保留：1张图片（请单独插入）",
  })
})

test("[DAY-8] a picture's width is taken from its style or its attribute, if it is one in itself", () => {
  const widthOf = (written: string) => pasted(`<img src='/own/7' ${written}>`).pictures[0]?.width
  expect(
    ["width=300", "width=600 style='width:225pt;height:9pt'", "style='max-width:9px'"].map(widthOf),
  ).toEqual([300, 300, undefined])
  expect(["width='50%'", "style='width:50%'", "width=0", "width=99999"].map(widthOf)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test("[DAY-8] nothing that acts or looks like something else gets through", () => {
  const { html } = pasted(
    `<div onclick=x style="position:fixed"><script>alert(1)</script><iframe src=x></iframe>
     <a href="javascript:alert(1)">链接</a><a href="mailto:a@b.cn">信</a><form><input value=x><button>按</button></form>
     <svg><text>图</text></svg><h5 id=a class=b>小</h5><hr><span>甲<br>乙</span></div>`,
  )
  expect(html.trim()).toBe('链接<a href="mailto:a@b.cn">信</a><h4>小</h4>甲<br>乙')
})
