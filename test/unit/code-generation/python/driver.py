"""Reads jobs as JSON from standard input, does all of them in one process, and writes what it found as JSON."""

import ast
import importlib.util
import json
import os
import py_compile
import sys
import tempfile
import traceback
import warnings


def docstrings(tree):
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef)):
            text = ast.get_docstring(node, clean=True)
            if text is not None:
                found[getattr(node, "name", "")] = text
    return found


def facts(source):
    tree = ast.parse(source)
    texts = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    kinds = sorted({type(n).__name__ for n in ast.walk(tree) if isinstance(n, ast.stmt)})
    calls = sorted({ast.unparse(n.func) for n in ast.walk(tree) if isinstance(n, ast.Call)})
    return {"docstrings": docstrings(tree), "texts": texts, "statements": kinds, "calls": calls}


def load(source, path):
    """The module as `import` would make it; warnings count as errors."""
    name = "generated_" + os.path.basename(path)[:-3]
    spec = importlib.util.spec_from_loader(name, loader=None)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        exec(compile(source, path, "exec"), module.__dict__)
    return module


def use_pydantic(module, rows):
    import pydantic

    verdicts = []
    for class_name, row in rows:
        model = getattr(module, class_name)
        parse = getattr(model, "model_validate", None) or model.parse_obj
        try:
            parse(row)
            verdicts.append(None)
        except pydantic.ValidationError as error:
            verdicts.append(str(error))
    schemas = {
        name: (getattr(value, "model_json_schema", None) or value.schema)()
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, pydantic.BaseModel) and value is not pydantic.BaseModel
    }
    return {"verdicts": verdicts, "schemas": sorted(schemas)}


def run(job, folder, position):
    source = job["source"]
    path = os.path.join(folder, "module_%d.py" % position)
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(source)
    py_compile.compile(path, cfile=path + "c", doraise=True)
    answer = {}
    if job.get("facts"):
        answer.update(facts(source))
    task = job.get("task", "compile")
    if task == "facts_task":
        answer["places"] = importlib.import_module(task).facts_of(job["kind"], source)
    elif task == "pydantic":
        answer.update(use_pydantic(load(source, path), job.get("rows", [])))
    elif task != "compile":
        # Beside this file: stand-ins are set up before the module asks for them.
        task_module = importlib.import_module(task)
        answer.update(task_module.use(load(source, path), job))
    return answer


def main():
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    answers = []
    with tempfile.TemporaryDirectory() as folder:
        for position, job in enumerate(json.load(sys.stdin)):
            try:
                answers.append(run(job, folder, position))
            except BaseException as error:
                answers.append({"error": "%s: %s" % (type(error).__name__, error), "trace": traceback.format_exc()[-600:]})
    json.dump(answers, sys.stdout)


main()
