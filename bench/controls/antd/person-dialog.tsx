import { Button, Checkbox, DatePicker, Dropdown, Form, Input, Modal, Select } from "antd"
import type { Dayjs } from "dayjs"
import type { Draft } from "../page/page-state.ts"
import { schools, templates } from "../page/people.ts"

interface PersonDialogProps {
  readonly isOpen: boolean
  readonly onTell: (words: string) => void
  readonly onSave: (draft: Draft) => void
  readonly onClose: () => void
}

interface Values {
  readonly name?: string
  readonly school?: string
  readonly day?: Dayjs | null
  readonly isActive: boolean
}

const options = schools.map(([value, label]) => ({ value, label }))

export function PersonDialog({ isOpen, onTell, onSave, onClose }: PersonDialogProps) {
  const [form] = Form.useForm<Values>()
  return (
    <Modal
      title="新建人员"
      open={isOpen}
      okText="保存"
      mask={{ closable: false }}
      destroyOnHidden
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form
        form={form}
        name="person"
        layout="vertical"
        preserve={false}
        initialValues={{ isActive: true }}
        onFinish={({ name = "", school = "", day, isActive }) =>
          onSave({ name, school, day: day?.format("YYYY-MM-DD") ?? "", isActive })
        }
      >
        <Form.Item label="姓名" name="name">
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to be typed into */}
          <Input maxLength={20} autoComplete="off" autoFocus />
        </Form.Item>
        <div data-part="dialog-school">
          <Form.Item label="学校" name="school">
            <Select showSearch={{ optionFilterProp: "label" }} options={options} />
          </Form.Item>
        </div>
        <div data-part="dialog-day">
          <Form.Item label="入职日期" name="day">
            <DatePicker format={["YYYY-MM-DD", "YYYYMMDD"]} />
          </Form.Item>
        </div>
        <Form.Item name="isActive" valuePropName="checked">
          <Checkbox>在职</Checkbox>
        </Form.Item>
        <div className="bar">
          <div data-part="dialog-menu">
            <Dropdown
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the menu takes the keys when it opens
              autoFocus
              trigger={["click"]}
              menu={{
                items: templates.map(([key, label]) => ({ key, label })),
                onClick: ({ key }) => form.setFieldsValue({ name: key }),
              }}
            >
              <Button>套用模板</Button>
            </Dropdown>
          </div>
          <Button data-part="dialog-tell" onClick={() => onTell("已检查")}>
            检查
          </Button>
        </div>
        {/* The dialog's own button is outside of the form, and a form without one does not take Enter. */}
        <button type="submit" hidden aria-label="保存" />
      </Form>
    </Modal>
  )
}
