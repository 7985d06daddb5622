"""What generated sources say, read from their syntax: aspects by place, the same for every way of writing it."""

import ast


def plain(name):
    """Names without their modules."""
    return name.split(".")[-1]


def parts_of(node):
    return node.elts if isinstance(node, ast.Tuple) else [node]


def keywords_of(call):
    return {word.arg: word.value for word in call.keywords}


def constant(node):
    return node.value if isinstance(node, ast.Constant) else None


class Pydantic:
    def __init__(self, tree):
        self.classes = {}
        self.facts = {}
        self.used = set()
        self.collect(tree.body, "")
        for name, node in self.classes.items():
            self.write_class(name, node, None)
        tops = [name for name in self.classes if name not in self.used and "." not in name]
        self.facts = {}
        for name in tops:
            self.write_class(name, self.classes[name], self.place_of(name))

    def collect(self, body, prefix):
        for node in body:
            if isinstance(node, ast.ClassDef) and node.name != "Config":
                self.classes[prefix + node.name] = node
                self.collect(node.body, prefix + node.name + ".")

    @staticmethod
    def place_of(name):
        return name.replace("_", "").lower()

    def resolve(self, name, scope):
        while scope:
            if scope + "." + name in self.classes:
                return scope + "." + name
            scope = scope.rpartition(".")[0]
        return name if name in self.classes else None

    def annotation(self, node, scope, place):
        """The name of a type; what is inside becomes places of its own."""
        if isinstance(node, ast.BinOp):
            return self.annotation(node.left, scope, place)
        if isinstance(node, ast.Subscript):
            name, parts = plain(ast.unparse(node.value)), parts_of(node.slice)
            if name == "Optional":
                return self.annotation(parts[0], scope, place)
            if name == "Annotated":
                self.note(place, constraints=", ".join(ast.unparse(word) for word in parts[1].keywords))
                return self.annotation(parts[0], scope, place)
            if name == "list":
                self.member(parts[0], scope, place + "[]")
                return "list"
            if name == "dict":
                self.member(parts[1], scope, place + "{}")
                return "dict"
            return ast.unparse(node)
        name = ast.unparse(node)
        found = self.resolve(name, scope)
        if found is None:
            return plain(name)
        self.used.add(found)
        if place is not None:
            self.write_class(found, self.classes[found], place)
        return "class"

    def note(self, place, **aspects):
        if place is not None:
            present = {name: value for name, value in aspects.items() if value is not None}
            self.facts.setdefault(place, {}).update(present)

    def member(self, node, scope, place):
        nullable = isinstance(node, ast.BinOp) or ast.unparse(node).split("[")[0].endswith("Optional")
        self.note(place, nullable=str(nullable))
        self.note(place, type=self.annotation(node, scope, place))

    def write_class(self, name, node, place):
        inside = place or ""
        doc = ast.get_docstring(node)
        self.note(inside, docstring=doc)
        body = [entry for entry in node.body if not isinstance(entry, ast.ClassDef)]
        for entry, following in zip(body, body[1:] + [None]):
            if not isinstance(entry, ast.AnnAssign):
                continue
            key = entry.target.id
            arguments = keywords_of(entry.value) if isinstance(entry.value, ast.Call) else {}
            alias = constant(arguments.get("alias"))
            at = inside + "." + (alias or key)
            self.member(entry.annotation, name, at)
            described = constant(arguments.get("description"))
            if isinstance(following, ast.Expr):
                described = constant(following.value)
            self.note(at, description=described)


def alchemy(tree):
    facts = {}
    for node in ast.walk(tree):
        name, columns, comment, keys = None, [], None, set()
        if isinstance(node, ast.ClassDef):
            for entry in node.body:
                if not isinstance(entry, (ast.Assign, ast.AnnAssign)):
                    continue
                target = entry.target if isinstance(entry, ast.AnnAssign) else entry.targets[0]
                if target.id == "__tablename__":
                    name = constant(entry.value)
                elif target.id == "__table_args__":
                    comment = comment_of(entry.value)
                    keys = key_of(entry.value)
                elif isinstance(entry.value, ast.Call):
                    columns.append((target.id, entry.value))
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "Table":
            name = constant(node.value.args[0])
            columns = [("", call) for call in node.value.args[2:] if ast.unparse(call.func) == "Column"]
            comment = constant(keywords_of(node.value).get("comment"))
        if name is None:
            continue
        facts[name] = {"comment": comment or ""}
        for key, call in columns:
            arguments = list(call.args)
            own = constant(arguments[0])
            if own is not None:
                arguments.pop(0)
            words = keywords_of(call)
            is_key = bool(constant(words.get("primary_key"))) or (own or key) in keys
            facts[name + "." + (own or key)] = {
                "type": ast.unparse(arguments[0]).replace("(None)", "").replace("(None, None)", ""),
                "nullable": str(constant(words.get("nullable")) is not False and not is_key),
                "key": str(is_key),
                "comment": constant(words.get("comment")) or "",
            }
    return facts


def comment_of(node):
    for entry in [node, *getattr(node, "elts", [])]:
        if isinstance(entry, ast.Dict):
            for key, value in zip(entry.keys, entry.values):
                if constant(key) == "comment":
                    return constant(value)
    return None


def key_of(node):
    """Columns of a key that stands apart from them."""
    return {
        constant(column)
        for call in getattr(node, "elts", [])
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "PrimaryKeyConstraint"
        for column in call.args
    }


def facts_of(kind, source):
    tree = ast.parse(source)
    return alchemy(tree) if kind == "sqlalchemy" else Pydantic(tree).facts
