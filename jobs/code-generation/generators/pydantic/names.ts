/** Members of BaseModel in both versions, and names that the classes need. */
export const pydanticNames =
  'Annotated AnyUrl Base64Bytes BaseModel Config ConfigDict Field IPv4Address IPv6Address conint confloat condecimal condate ' +
  'conlist constr construct copy dict from_orm json parse_file parse_obj parse_raw schema schema_json ' +
  'update_forward_refs validate model_computed_fields model_config model_construct model_copy model_dump ' +
  'model_dump_json model_extra model_fields model_fields_set model_json_schema model_parametrized_name ' +
  'model_post_init model_rebuild model_validate model_validate_json model_validate_strings validator whole_number ' +
  '_whole_numbers AwareDatetime NaiveDatetime';
