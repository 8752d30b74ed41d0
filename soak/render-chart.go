// What Helm does with a chart, by the libraries that Helm itself is made of (Debian has them, but no Helm): `render-chart CHART VALUES` prints the
// documents that a release named user-centre would have. VALUES is JSON, laid over the chart's values.yaml.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

type object = map[string]interface{}

func over(under object, above object) object {
	for key, value := range above {
		inner, isObject := value.(object)
		if known, both := under[key].(object); isObject && both {
			under[key] = over(known, inner)
		} else {
			under[key] = value
		}
	}
	return under
}

func readYaml(path string) (object, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	read := object{}
	return read, yaml.Unmarshal(text, &read)
}

func render(chart string, given string) error {
	values, err := readYaml(filepath.Join(chart, "values.yaml"))
	if err != nil {
		return err
	}
	wanted := object{}
	if err := json.Unmarshal([]byte(given), &wanted); err != nil {
		return err
	}
	about, err := readYaml(filepath.Join(chart, "Chart.yaml"))
	if err != nil {
		return err
	}
	all := template.New("chart").Option("missingkey=zero")
	functions := sprig.TxtFuncMap()
	delete(functions, "env")
	delete(functions, "expandenv")
	functions["fail"] = func(why string) (string, error) { return "", errors.New(why) }
	functions["include"] = func(name string, data interface{}) (string, error) {
		var out bytes.Buffer
		err := all.ExecuteTemplate(&out, name, data)
		return out.String(), err
	}
	functions["toYaml"] = func(value interface{}) (string, error) {
		text, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(text), "\n"), err
	}
	all.Funcs(functions)
	files, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	if err != nil {
		return err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if _, err := all.New(filepath.Base(file)).Parse(string(text)); err != nil {
			return err
		}
	}
	data := object{
		"Values":  over(values, wanted),
		"Release": object{"Name": "user-centre", "Namespace": "default", "Service": "Helm"},
		"Chart":   object{"Name": about["name"], "Version": about["version"], "AppVersion": about["appVersion"]},
	}
	for _, file := range files {
		name := filepath.Base(file)
		var out bytes.Buffer
		if err := all.ExecuteTemplate(&out, name, data); err != nil {
			return err
		}
		if strings.HasSuffix(name, ".yaml") {
			fmt.Printf("---\n%s\n", out.String())
		}
	}
	return nil
}

func main() {
	if err := render(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
